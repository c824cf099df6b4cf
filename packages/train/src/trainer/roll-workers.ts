import { type ChildProcess, fork } from 'node:child_process';
import { MemAgentError, onAbort, toMemAgentError } from '@memagent/core';
import type { WorkerProgram } from '@memagent/lab';
import type { Group } from '../algorithm/types.ts';
import { tinkerSampler } from '../rollout/token-sampler.ts';
import type { TinkerClient } from '../tinker/client.ts';
import { Sampler, type SamplerTarget } from '../tinker/sampler.ts';
import type { RolledTask, Roller, ScoredTask } from './roller.ts';

/** Which weights of which engine a worker samples from, and what it is to roll out. */
interface Order {
  readonly id: number;
  readonly url: string;
  readonly version: number;
  readonly target: SamplerTarget;
  /** Left out: the index is a held-out task's. */
  readonly step?: number;
  readonly index: number;
}

/** A task to be made beforehand. */
interface Preparation {
  readonly prepare: number;
}

interface Told {
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
}

type Reply =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly id: number; readonly result: unknown }
  | { readonly type: 'failed'; readonly id?: number; readonly error: Told };

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** A process that rolls out, from this side. */
class Worker {
  readonly running = new Map<number, Waiting>();
  readonly child: ChildProcess;
  #ended: MemAgentError | undefined;

  constructor({ script, args, execArgv = process.execArgv }: WorkerProgram) {
    this.child = fork(script, [...args], {
      execArgv: [...execArgv],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.child.on('message', (message: Reply) => {
      if (message.type === 'ready') return;
      if (message.type === 'done') return this.#take(message.id)?.resolve(message.result);
      const error = errorOf(message.error);
      if (message.id === undefined) this.#end(error);
      else this.#take(message.id)?.reject(error);
    });
    const ended = (why: string) =>
      this.#end(
        new MemAgentError('internal', `A process of the rollout ended: ${why}.`, {
          hint: 'Go on with --resume, with fewer workers where memory is short.',
        }),
      );
    this.child.on('error', (error) => ended(error.message));
    this.child.on('exit', (code, signal) => ended(signal ?? `exit code ${code}`));
  }

  prepare(index: number): void {
    if (!this.#ended) this.child.send({ prepare: index } satisfies Preparation);
  }

  run(order: Order): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    const result = new Promise((resolve, reject) => this.running.set(order.id, { resolve, reject }));
    // Sent before it listens, it waits for it.
    this.child.send(order);
    return result;
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.running.get(id);
    this.running.delete(id);
    return waiting;
  }

  #end(error: MemAgentError): void {
    this.#ended ??= error;
    for (const { reject } of this.running.values()) reject(this.#ended);
    this.running.clear();
  }
}

/**
 * Rolls out in several processes, each with its own tasks, tokenizer and connection: where making texts, prompts and
 * hints would otherwise bound a fast engine. A whole group goes to the process with the fewest, so that its
 * trajectories ask together and what their prompts share is computed once.
 */
export function workerRoller(program: WorkerProgram, count: number, url: string): Roller {
  const workers = Array.from({ length: count }, () => new Worker(program));
  let next = 0;
  const prepared = new Map<number, Worker>();
  const run = (order: Omit<Order, 'id' | 'url'>, signal: AbortSignal): Promise<unknown> => {
    signal.throwIfAborted();
    const least = workers.reduce((one, each) => (each.running.size < one.running.size ? each : one));
    const worker = (order.step !== undefined && prepared.get(order.index)) || least;
    prepared.delete(order.index);
    return new Promise((resolve, reject) => {
      const stay = onAbort(signal, () => reject(signal.reason));
      worker
        .run({ ...order, id: next++, url })
        .then(resolve, reject)
        .finally(stay);
    });
  };
  let turn = 0;
  return {
    elsewhere: true,
    prepare(index) {
      if (prepared.has(index)) return;
      const worker = workers[turn++ % count]!;
      prepared.set(index, worker);
      worker.prepare(index);
    },
    async group(step, index, { version, target }, signal) {
      const rolled = (await run({ step, index, version, target: target! }, signal)) as Packed;
      const { group, failure, ...rest } = rolled;
      return {
        ...rest,
        ...(group ? { group: unpacked(group) } : {}),
        ...(failure ? { failure: errorOf(failure) } : {}),
      };
    },
    heldOut: (index, { version, target }, signal) =>
      run({ index, version, target: target! }, signal) as Promise<ScoredTask>,
    async close() {
      for (const { child } of workers) child.kill();
      await Promise.all(
        workers.map(({ child }) =>
          child.exitCode !== null || child.signalCode !== null
            ? undefined
            : new Promise((resolve) => child.once('exit', resolve)),
        ),
      );
    },
  };
}

/** The other side: rolls out what the parent process asks for until it goes away. */
export async function serveRollouts(
  open: () => Promise<Roller>,
  connect: (url: string) => Promise<TinkerClient>,
): Promise<void> {
  const send = (message: Reply) => void (process.connected && process.send?.(message));
  const ignore = () => undefined;
  // Ctrl-C reaches every process of a terminal; what becomes of the run is the parent's to say.
  process.on('SIGINT', ignore);
  const stop = new AbortController();
  const gone = new Promise<void>((resolve) => process.once('disconnect', resolve));
  let client: Promise<TinkerClient> | undefined;
  let roller: Promise<Roller> | undefined;
  let latest: { key: string; sampler: ReturnType<typeof tinkerSampler> } | undefined;
  const work = async ({ url, version, target, step, index }: Order): Promise<unknown> => {
    client ??= connect(url);
    roller ??= open();
    const key = JSON.stringify(target);
    const [connected, rolls] = await Promise.all([client, roller]);
    // One sampler for all of a step: calls share its requests.
    if (latest?.key !== key)
      latest = { key, sampler: tinkerSampler(new Sampler(connected, target), version) };
    const { sampler } = latest;
    return step === undefined
      ? await rolls.heldOut(index, sampler, stop.signal)
      : packed(await rolls.group(step, index, sampler, stop.signal));
  };
  process.on('message', (order: Order | Preparation) => {
    if ('prepare' in order) {
      roller ??= open();
      roller.then((rolls) => rolls.prepare?.(order.prepare)).catch(() => {});
      return;
    }
    work(order).then(
      (result) => send({ type: 'done', id: order.id, result }),
      (error: unknown) => send({ type: 'failed', id: order.id, error: told(error) }),
    );
  });
  send({ type: 'ready' });
  await gone;
  stop.abort();
  (await client?.catch(() => undefined))?.close();
  process.off('SIGINT', ignore);
}

/**
 * A group as it travels: numbers in arrays that are copied whole, and prompts that conversations share once, as what is
 * sent keeps which objects are one.
 */
type Packed = Omit<RolledTask, 'group' | 'failure'> & {
  readonly group?: Omit<Group, 'trajectories'> & { readonly trajectories: readonly unknown[] };
  readonly failure?: Told;
};

function packed({ task, group, failure, retried }: RolledTask): Packed {
  // What is read does not travel: it is made anew from the task's number wherever it is wanted.
  const { document: _document, ...rest } = task;
  return {
    task: rest,
    retried,
    ...(failure ? { failure: told(failure) } : {}),
    ...(group ? { group: withPrompts(group, (prompt) => Int32Array.from(prompt)) } : {}),
  };
}

const unpacked = (group: NonNullable<Packed['group']>): Group =>
  withPrompts(group as Group, (prompt) => Array.from(prompt)) as Group;

/** A group with its prompts in another form; one that is shared stays so. */
function withPrompts(group: Group, form: (prompt: readonly number[]) => unknown) {
  const made = new Map<readonly number[], unknown>();
  const formed = (prompt: readonly number[]) => {
    const known = made.get(prompt) ?? form(prompt);
    made.set(prompt, known);
    return known;
  };
  return {
    ...group,
    trajectories: group.trajectories.map((trajectory) => ({
      ...trajectory,
      conversations: trajectory.conversations.map((one) => ({ ...one, prompt: formed(one.prompt) })),
    })),
  };
}

function told(error: unknown): Told {
  const { code, message, hint } = toMemAgentError(error);
  return { code, message, ...(hint === undefined ? {} : { hint }) };
}

const errorOf = ({ code, message, hint }: Told) =>
  new MemAgentError(code as 'internal', message, hint === undefined ? {} : { hint });
