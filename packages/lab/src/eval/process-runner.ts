import { type ChildProcess, fork } from 'node:child_process';
import { MemAgentError, onAbort, toMemAgentError } from '@memagent/core';
import type { SampleOrder, SampleResult, SampleRunner } from './runner.ts';

/** What a worker is started with. */
export interface WorkerProgram {
  /** The script, and the arguments after it. It makes the same plan as its parent and calls `serveSamples`. */
  readonly script: string;
  readonly args: readonly string[];
  /** Options of node itself; those of this process unless told. */
  readonly execArgv?: readonly string[];
}

type FromWorker =
  | { readonly type: 'ready' }
  | ({ readonly type: 'done'; readonly id: number } & SampleResult)
  | {
      readonly type: 'failed';
      readonly id?: number;
      readonly code: string;
      readonly message: string;
      readonly hint?: string;
    };

interface Waiting {
  resolve(result: SampleResult): void;
  reject(error: unknown): void;
}

/** A process that runs samples, from this side. */
class Worker {
  readonly running = new Map<number, Waiting>();
  readonly child: ChildProcess;
  readonly ready: Promise<void>;
  #ended: MemAgentError | undefined;

  constructor({ script, args, execArgv = process.execArgv }: WorkerProgram) {
    this.child = fork(script, [...args], {
      execArgv: [...execArgv],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.ready = new Promise((resolve, reject) => {
      this.child.on('message', (message: FromWorker) => {
        if (message.type === 'ready') return resolve();
        if (message.type === 'done') {
          const { type: _, id, ...result } = message;
          return this.#take(id)?.resolve(result);
        }
        const { id, code, message: text, hint } = message;
        const error = new MemAgentError(code as 'internal', text, hint === undefined ? {} : { hint });
        if (id === undefined) reject(error);
        else this.#take(id)?.reject(error);
      });
      const ended = (why: string, cause?: unknown) => {
        this.#ended ??= new MemAgentError('internal', `A worker of the evaluation ended: ${why}.`, {
          hint: 'What is finished is kept: run the same command again, with fewer --workers where memory is short.',
          cause,
        });
        reject(this.#ended);
        for (const { reject: lose } of this.running.values()) lose(this.#ended);
        this.running.clear();
      };
      this.child.on('error', (error) => ended(error.message, error));
      this.child.on('exit', (code, signal) => ended(signal ?? `exit code ${code}`));
    });
    this.ready.catch(() => undefined); // whoever gives it work hears of it
  }

  #take(id: number): Waiting | undefined {
    const waiting = this.running.get(id);
    this.running.delete(id);
    return waiting;
  }

  async run(id: number, order: SampleOrder): Promise<SampleResult> {
    const result = new Promise<SampleResult>((resolve, reject) => this.running.set(id, { resolve, reject }));
    result.catch(() => undefined);
    await this.ready;
    if (this.#ended) throw this.#ended;
    this.child.send({ type: 'run', id, ...order });
    return result;
  }
}

/** A runner of several processes. */
export interface ProcessRunner extends SampleRunner {
  /** Resolves when all of them have made their plan. Nobody has to wait for it. */
  ready(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Runs samples in several processes, each with its own copy of plan and model: where the client's own work (making
 * texts, tokens, prompts) would otherwise bound a fast model. A sample goes to the process with the fewest.
 */
export function processRunner(program: WorkerProgram, count: number): ProcessRunner {
  const workers = Array.from({ length: count }, () => new Worker(program));
  let next = 0;
  const kill = () => {
    for (const { child } of workers) child.kill();
  };
  return {
    async ready() {
      await Promise.all(workers.map(({ ready }) => ready));
    },
    async run(order, signal) {
      signal?.throwIfAborted();
      const worker = workers.reduce((least, each) => (each.running.size < least.running.size ? each : least));
      return new Promise<SampleResult>((resolve, reject) => {
        const stay = onAbort(signal, () => reject(signal!.reason));
        worker
          .run(next++, order)
          .then(resolve, reject)
          .finally(() => stay());
      });
    },
    async close() {
      kill();
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

/**
 * The other side: runs what the parent process asks for until it goes away. Ctrl-C reaches every process of a
 * terminal; what becomes of the run is the parent's to say.
 */
export async function serveSamples(runner: SampleRunner): Promise<void> {
  const send = (message: FromWorker) => void (process.connected && process.send?.(message));
  const ignore = () => undefined;
  process.on('SIGINT', ignore);
  const stop = new AbortController();
  const gone = new Promise<void>((resolve) => process.once('disconnect', resolve));
  process.on('message', ({ id, key, paragraphs }: { id: number } & SampleOrder) => {
    runner.run({ key, ...(paragraphs ? { paragraphs } : {}) }, stop.signal).then(
      (result) => send({ type: 'done', id, ...result }),
      (error: unknown) => send({ type: 'failed', id, ...told(error) }),
    );
  });
  send({ type: 'ready' });
  await gone;
  stop.abort();
  process.off('SIGINT', ignore);
}

/** A failure before there is a plan, told to the parent process. */
export function failWorker(error: unknown): void {
  process.send?.({ type: 'failed', ...told(error) } satisfies FromWorker);
}

function told(error: unknown): { code: string; message: string; hint?: string } {
  const { code, message, hint } = toMemAgentError(error);
  return { code, message, ...(hint === undefined ? {} : { hint }) };
}
