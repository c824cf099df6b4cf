import { type Memory, toMemAgentError } from '@memagent/core';
import { neededEvidence } from '../systems/calibration.ts';
import type { System, SystemAnswer, SystemStep } from '../systems/system.ts';
import type { Sample } from '../task/task.ts';
import { verifiers } from '../verify/verify.ts';
import { factFates } from './survival.ts';
import type { EvalTrace } from './trace.ts';
import { trackedDocument } from './tracked-document.ts';

/** Runs one system on one sample and judges what it says. Only an abort throws: other failures are recorded. */
export async function evaluateSample(
  system: System,
  sample: Sample,
  place: { readonly task: string; readonly length: number },
  signal?: AbortSignal,
): Promise<EvalTrace> {
  // A count is no fact that could survive word for word.
  const needed = sample.form === 'tally' ? [] : neededEvidence(sample);
  const { document, spans } = trackedDocument(sample, needed);
  const { answers, match, answerable } = sample;
  const base = {
    task: place.task,
    length: place.length,
    system: system.name,
    policy: system.policy ?? null,
    variant: system.variant ?? null,
    seed: sample.seed,
    sample: sample.id,
    question: sample.question,
    expected: { answers: [...answers], match, answerable },
    depths: [...sample.meta.depths],
  };
  const began = performance.now();
  try {
    const made = await system.run(sample, { document, ...(signal ? { signal } : {}) });
    const steps = made.steps ?? [];
    return {
      ...base,
      ...spentOf(made),
      answer: made.answer,
      answered: made.answered,
      ...(made.confidence === undefined ? {} : { confidence: made.confidence }),
      verdicts: verdictsOf(made, sample),
      facts: made.steps ? factFates(needed, spans, steps, sample.length) : [],
      steps: compact(steps),
    };
  } catch (error) {
    if (signal?.aborted) throw error;
    const { code, message } = toMemAgentError(error);
    return {
      ...base,
      answer: '',
      answered: false,
      verdicts: Object.fromEntries(Object.keys(verifiers).map((name) => [name, 0])),
      facts: [],
      steps: [],
      calls: 0,
      tokensIn: 0,
      tokensOut: 0,
      seconds: (performance.now() - began) / 1000,
      error: { code, message },
    };
  }
}

const spentOf = ({ calls, tokensIn, tokensOut, seconds, money }: SystemAnswer) => ({
  calls,
  tokensIn,
  tokensOut,
  seconds,
  ...(money !== undefined ? { money } : {}),
});

/** A system that says there is no answer says something: to verifiers an empty text is a failed request. */
function verdictsOf({ answer, answered }: SystemAnswer, sample: Sample): Record<string, number> {
  const said = !answered && answer.trim() === '' ? 'no answer' : answer;
  return Object.fromEntries(Object.entries(verifiers).map(([name, verify]) => [name, verify(said, sample)]));
}

/** Steps as they are written: a memory only where it changed. */
function compact(steps: readonly SystemStep[]): EvalTrace['steps'] {
  let before: Memory | undefined;
  return steps.map(({ memory, ...step }) => {
    const changed = memory.text !== (before?.text ?? '');
    before = memory;
    return { ...step, ...(changed ? { memory: memory.text } : {}) };
  });
}
