import { cpus } from 'node:os';

/** Counters since some start, in milliseconds. */
export interface CpuTimes {
  /** Wall clock. */
  readonly now: number;
  /** Idle time of all cores of the machine. */
  readonly idle: number;
  /** Processor time of this process. */
  readonly own: number;
}

/** Shorter windows than this say little: the system counts in ticks of 10 ms. */
const windowMs = 100;

/** How many cores were free for us lately, measured over the time since the last look. */
export class FreeCores {
  readonly #read: () => CpuTimes;
  readonly #clock: () => number;
  #since: CpuTimes;
  #free = Number.POSITIVE_INFINITY;

  constructor(read: () => CpuTimes = readCpuTimes, clock: () => number = () => performance.now()) {
    this.#read = read;
    this.#clock = clock;
    this.#since = read();
  }

  /** Idle cores and those that we used ourselves; infinite before anything is known. */
  count(): number {
    if (this.#clock() - this.#since.now < windowMs) return this.#free;
    const times = this.#read();
    const spent = times.now - this.#since.now;
    this.#free = (times.idle - this.#since.idle + times.own - this.#since.own) / spent;
    this.#since = times;
    return this.#free;
  }
}

// One for the process, from its beginning on: a model knows how busy the machine is when it is opened.
const freeCores = new FreeCores();

/**
 * Says how many threads to compute with. llama.cpp's threads wait for each other by spinning, some hundred times
 * per token: as soon as one of them shares its core with another process, all of them wait for that process's
 * time slices, and two threads become slower than one, up to a hundred times. So the threads are as many as there
 * are cores free of others' work, measured while working.
 */
export function threadGovernor(most: number, free: FreeCores = freeCores): () => number {
  return () => Math.max(1, Math.min(most, Math.round(free.count())));
}

function readCpuTimes(): CpuTimes {
  const { user, system } = process.cpuUsage();
  let idle = 0;
  for (const core of cpus()) idle += core.times.idle;
  return { now: performance.now(), idle, own: (user + system) / 1000 };
}
