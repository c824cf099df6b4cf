import { emptyMemory, type JournalRecord, type Memory, type StepEvent } from '@memagent/core';

/**
 * The events of steps that the journal has and the log does not: a process that dies between the two leaves one such
 * step, and a reading that takes up an earlier one's journal leaves many.
 */
export function* missedSteps(
  records: readonly JournalRecord[],
  span: { readonly from: number; readonly to: number },
  reading: string,
  index: number,
): Generator<StepEvent> {
  let memory: Memory = emptyMemory;
  for (const record of records) {
    if (record.type !== 'step') continue;
    const before = memory;
    memory = record.memory ?? memory;
    if (record.chunk < span.from || record.chunk >= span.to) continue;
    const old = new Set(before.lines.map((line) => line.text));
    const now = new Set(memory.lines.map((line) => line.text));
    yield {
      type: 'step',
      reading,
      index,
      chunk: record.chunk,
      start: record.start,
      end: record.end,
      tokens: record.tokens,
      outcome: record.outcome,
      memory,
      added: memory.lines.filter((line) => !old.has(line.text)),
      dropped: before.lines.filter((line) => !now.has(line.text)),
      hints: record.hints,
      ...(record.exit ? { exit: true } : {}),
      tokensIn: record.tokensIn,
      tokensOut: record.tokensOut,
      seconds: record.seconds,
    };
  }
}
