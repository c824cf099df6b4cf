import type { Reduction } from './types.ts';

/** What a server says of itself. */
export interface Capabilities {
  readonly models: readonly string[];
  readonly reduction?: Reduction;
  /** Whether it has our engine's call for many prompts at once. */
  readonly batchedSampling: boolean;
  /** Whether that call scores prompts, too. */
  readonly scored: boolean;
  /** Whether it answers such a call piece by piece, as sequences are done. */
  readonly parts: boolean;
  /** Whether positions that count nothing may be left out of a pass's tensors. */
  readonly sparse: boolean;
  /** Whether it says how long it was at work. */
  readonly busy: boolean;
  /** Entries of the vocabulary, where it says so. */
  readonly vocabulary?: number;
  /** The longest prompt and reply together, where it says so. */
  readonly window?: number;
  /** What the base model's weights are told apart by, where it says so: other weights have another. */
  readonly fingerprint?: string;
  /** Whether it is an engine of ours. */
  readonly ours: boolean;
  /** Everything that it said. */
  readonly raw: Readonly<Record<string, unknown>>;
}

/** Reads what a server said of itself; an engine of ours says more than the protocol asks. */
export function readCapabilities(raw: Record<string, unknown>): Capabilities {
  const listed = (raw.supported_models ?? []) as { model_name?: string; max_context_length?: number }[];
  const ours = (raw.memagent ?? {}) as Record<string, unknown>;
  const said = ours.reduction ?? raw.reduction;
  const window = [ours.window, listed[0]?.max_context_length].find((one) => typeof one === 'number') as
    | number
    | undefined;
  return {
    models: listed.flatMap(({ model_name }) => (model_name ? [model_name] : [])),
    ...(said === 'sum' || said === 'mean' ? { reduction: said } : {}),
    batchedSampling: ours.batched_sampling === true,
    scored: ours.scored === true,
    parts: ours.parts === true,
    sparse: ours.sparse === true,
    busy: ours.busy === true,
    ...(typeof ours.vocabulary === 'number' ? { vocabulary: ours.vocabulary } : {}),
    ...(window === undefined ? {} : { window }),
    ...(typeof ours.fingerprint === 'string' ? { fingerprint: ours.fingerprint } : {}),
    ours: raw.memagent !== undefined,
    raw,
  };
}
