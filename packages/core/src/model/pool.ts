import { MemAgentError, toMemAgentError } from '../errors.ts';
import { type Circuit, type CircuitOptions, type CircuitState, createCircuit } from './circuit.ts';
import { abortedError, type Clock, systemClock } from './clock.ts';
import { failureOf, isRetryable } from './failure.ts';
import { liveText } from './live-text.ts';
import type { CompleteOptions, Model } from './model.ts';
import { onAbort } from './on-abort.ts';
import { poolTokenizer } from './pool-tokenizer.ts';

export interface PoolOptions extends CircuitOptions {
  readonly name?: string;
  /** Calls at once per endpoint, where the model does not say; 4 unless told otherwise. */
  readonly concurrency?: number;
  /** A call prefers the endpoint of its affinity unless that has this many calls more than the idlest; 2. */
  readonly affinitySlack?: number;
  /** How long all endpoints may be down before calls fail; 1 minute unless told otherwise. */
  readonly patienceMs?: number;
  /** Tries after the first that one call gets, wherever; 12 unless told otherwise. */
  readonly retries?: number;
  /** Endpoints with different models or tokenizers are meant; otherwise they are an error. */
  readonly mixed?: boolean;
  readonly clock?: Clock;
  readonly onWarning?: (message: string) => void;
}

/** How an endpoint does. */
export interface EndpointStatus {
  readonly id: string;
  readonly state: CircuitState;
  readonly active: number;
  readonly limit: number;
  readonly calls: number;
  readonly failures: number;
  readonly lastFailure?: string;
}

/** Several endpoints that read as one model. */
export interface PoolModel extends Model {
  status(): EndpointStatus[];
  /** Calls that wait for a free place. */
  readonly waiting: number;
}

interface Endpoint {
  readonly index: number;
  readonly model: Model;
  readonly circuit: Circuit;
  readonly limit: number;
  active: number;
  calls: number;
  failures: number;
  last?: MemAgentError;
}

interface Job {
  readonly affinity: string | undefined;
  /** Where it has failed in this round. */
  readonly tried: Set<Endpoint>;
  tries: number;
  start(endpoint: Endpoint): void;
  fail(error: MemAgentError): void;
}

/**
 * Spreads calls over several endpoints: the least busy first, or the one that is warm (`affinity`) unless it is much
 * busier; at most `concurrency` calls at each, the others waiting in line. A call that fails goes on elsewhere, and
 * an endpoint that keeps failing is left alone for a while. A call fails only when all endpoints are down and stay
 * so, or when it would fail everywhere (a prompt that does not fit).
 *
 * Give it models that do not retry on their own (`retries: 0`): it moves a failed call at once.
 *
 * @example
 * const urls = ['http://a:8000/v1', 'http://b:8000/v1'];
 * const model = poolModel(await Promise.all(urls.map((baseUrl) => openaiModel({ baseUrl, retries: 0 }))));
 */
export function poolModel(models: readonly Model[], options: PoolOptions = {}): PoolModel {
  const { clock = systemClock, patienceMs = 60_000, affinitySlack = 2, retries = 12 } = options;
  const first = models[0];
  if (!first) throw new MemAgentError('bad-input', 'A pool needs at least one model.');
  checkAgreement(models, options);
  const endpoints = models.map((model, index): Endpoint => {
    const limit = model.concurrency ?? options.concurrency ?? 4;
    return { index, model, limit, circuit: createCircuit(clock, options), active: 0, calls: 0, failures: 0 };
  });
  const queue = new Set<Job>();
  let cancelWake: (() => void) | undefined;
  // Since when no endpoint is known to work.
  let downSince: number | undefined;

  function dispatch<T>(
    request: { affinity?: string; signal?: AbortSignal },
    call: (model: Model) => Promise<T>,
  ): Promise<T> {
    const { affinity, signal } = request;
    if (signal?.aborted) return Promise.reject(abortedError(signal));
    return new Promise<T>((resolve, reject) => {
      let stay = () => {};
      const wait = () => {
        stay = onAbort(signal, () => job.fail(abortedError(signal)));
      };
      const job: Job = {
        affinity,
        tried: new Set(),
        tries: 0,
        fail(error) {
          stay();
          queue.delete(job);
          reject(error);
        },
        start(endpoint) {
          queue.delete(job);
          stay();
          run(endpoint, () => call(endpoint.model), signal).then(resolve, (error: MemAgentError) => {
            // A prompt that fails wherever it goes must not go on forever.
            if (!movesOn(error) || ++job.tries > retries) return reject(error);
            job.tried.add(endpoint);
            wait();
            // Its turn has come already: it goes before those who have not been served yet.
            const others = [...queue];
            queue.clear();
            for (const each of [job, ...others]) queue.add(each);
            schedule();
          });
        },
      };
      wait();
      queue.add(job);
      schedule();
    });
  }

  async function run<T>(endpoint: Endpoint, call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    endpoint.active++;
    endpoint.calls++;
    endpoint.circuit.begin();
    try {
      const result = await call();
      endpoint.circuit.succeeded();
      downSince = undefined;
      return result;
    } catch (thrown) {
      const error = signal?.aborted ? abortedError(signal) : toMemAgentError(thrown);
      if (movesOn(error)) {
        endpoint.failures++;
        endpoint.last = error;
        endpoint.circuit.failed(!isRetryable(error), failureOf(error)?.retryAfterMs);
        if (endpoints.every((each) => each.circuit.state !== 'closed')) downSince ??= clock.now();
      } else endpoint.circuit.undecided();
      throw error;
    } finally {
      endpoint.active--;
      // After the caller has its result, so that what it asks next is in the queue too.
      queueMicrotask(schedule);
    }
  }

  /** Starts every waiting job that has a place, in order; the others wait for a place or for a cool-down. */
  function schedule(): void {
    for (const job of queue) {
      const up = endpoints.filter((endpoint) => endpoint.circuit.allows());
      const free = up.filter((endpoint) => endpoint.active < endpoint.limit);
      if (free.length === 0) break;
      if (up.every((endpoint) => job.tried.has(endpoint))) job.tried.clear();
      const untried = free.filter((endpoint) => !job.tried.has(endpoint));
      const endpoint = choose(untried, job.affinity, affinitySlack);
      if (endpoint) job.start(endpoint);
    }
    // While someone is at work or on trial, the end of that call comes back here.
    if (queue.size > 0 && endpoints.every((endpoint) => endpoint.active === 0)) waitForOne();
  }

  /** All are down: waits for the first cool-down to end, unless there is no hope in it. */
  function waitForOne(): void {
    const next = Math.min(...endpoints.map((endpoint) => endpoint.circuit.opensAt));
    downSince ??= clock.now();
    if (next > downSince + patienceMs || !endpoints.some((endpoint) => isRetryable(endpoint.last))) {
      for (const job of queue) job.fail(allDown(endpoints));
      return;
    }
    cancelWake?.();
    cancelWake = clock.timer(Math.max(0, next - clock.now()), schedule);
  }

  const id = options.mixed
    ? models.map((model) => model.id).join('+')
    : `${first.name}/${first.tokenizer.id}`;
  return {
    name: options.name ?? first.name,
    id: `pool:${id}`,
    window: Math.min(...models.map((model) => model.window)),
    tokenizer: poolTokenizer(options.mixed ? [first.tokenizer] : models.map((model) => model.tokenizer)),
    canChat: models.every((model) => model.canChat),
    concurrency: endpoints.reduce((sum, endpoint) => sum + endpoint.limit, 0),
    ...(first.defaults ? { defaults: first.defaults } : {}),
    ...(first.price ? { price: first.price } : {}),
    complete(prompt, completeOptions) {
      const live = liveText(completeOptions.onText);
      return dispatch(completeOptions, (model) => model.complete(prompt, relive(completeOptions, live)));
    },
    ...(models.every((model) => model.completeMany)
      ? {
          completeMany: (prompts, completeOptions) =>
            dispatch(completeOptions, (model) => model.completeMany!(prompts, completeOptions)),
        }
      : {}),
    ...(models.every((model) => model.score)
      ? {
          score: (prompt, continuations, scoreOptions = {}) =>
            dispatch(scoreOptions, (model) => model.score!(prompt, continuations, scoreOptions)),
        }
      : {}),
    async close() {
      cancelWake?.();
      await Promise.all(models.map((model) => model.close?.()));
    },
    status: () => endpoints.map(statusOf),
    get waiting() {
      return queue.size;
    },
  };
}

function relive(options: CompleteOptions, live: ReturnType<typeof liveText>): CompleteOptions {
  return live ? { ...options, onText: live() } : options;
}

/** Whether a call that failed so may do better elsewhere. */
function movesOn(error: MemAgentError): boolean {
  return error.code !== 'aborted' && error.code !== 'no-fit' && error.code !== 'bad-input';
}

function choose(free: Endpoint[], affinity: string | undefined, slack: number): Endpoint | undefined {
  if (free.length === 0) return undefined;
  // An endpoint on trial comes first: one call finds out whether it is back.
  const trial = free.find((endpoint) => endpoint.circuit.state === 'half-open');
  if (trial) return trial;
  const idlest = free.reduce((a, b) => (load(b) < load(a) ? b : a));
  if (affinity === undefined) return idlest;
  const warm = free.reduce((a, b) => (rank(affinity, b) > rank(affinity, a) ? b : a));
  return warm.active - idlest.active <= slack ? warm : idlest;
}

function load(endpoint: Endpoint): number {
  // Among the idle the one that has done least, so that short calls one after another spread too.
  return endpoint.active / endpoint.limit + endpoint.calls * 1e-12;
}

/** Rendezvous hashing: when an endpoint comes or goes, only its own share moves. */
function rank(affinity: string, endpoint: Endpoint): number {
  let hash = 0x811c9dc5;
  for (const char of `${affinity}\0${endpoint.index}`)
    hash = Math.imul(hash ^ char.codePointAt(0)!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

function checkAgreement(models: readonly Model[], options: PoolOptions): void {
  const differ = (what: string, values: string[]) => {
    if (new Set(values).size === 1) return;
    const message = `The endpoints of the pool differ in their ${what}: ${[...new Set(values)].join(', ')}.`;
    if (options.mixed) options.onWarning?.(message);
    else {
      const hint = 'Give endpoints that serve the same model, or say `mixed: true`.';
      throw new MemAgentError('bad-input', message, { hint });
    }
  };
  differ(
    'models',
    models.map((model) => model.name),
  );
  differ(
    'tokenizers',
    models.map((model) => model.tokenizer.id),
  );
}

function allDown(endpoints: readonly Endpoint[]): MemAgentError {
  const list = endpoints.map(({ model, last }) => `  ${model.id}: ${last?.message ?? 'no answer'}`);
  const hint = endpoints.map(({ last }) => last?.hint).find((each) => each !== undefined);
  const codes = new Set(endpoints.map(({ last }) => last?.code));
  const code = (codes.size === 1 && [...codes][0]) || 'model-unavailable';
  return new MemAgentError(code, `All ${endpoints.length} endpoints are down:\n${list.join('\n')}`, {
    hint: hint ?? 'Start one of them again and run the same command: what was read so far is kept.',
    cause: endpoints.find(({ last }) => last)?.last,
  });
}

function statusOf(endpoint: Endpoint): EndpointStatus {
  const { model, circuit, active, limit, calls, failures, last } = endpoint;
  const lastFailure = last ? { lastFailure: last.message } : {};
  return { id: model.id, state: circuit.state, active, limit, calls, failures, ...lastFailure };
}
