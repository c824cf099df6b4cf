import { type Document, utf8Length } from '@memagent/core';
import type { Evidence, Sample } from '../task/task.ts';

/** Where evidence lies in bytes, as readings count; undefined until the text was read that far. */
export interface ByteSpan {
  start?: number;
  end?: number;
}

/** A sample's document that notes, while it is read, where in bytes some evidence lies. */
export function trackedDocument(
  sample: Sample,
  evidence: readonly Evidence[],
): { document: Document; spans: readonly ByteSpan[] } {
  const spans = evidence.map((): ByteSpan => ({}));
  return {
    spans,
    document: {
      name: sample.id,
      async *open() {
        let chars = 0;
        let bytes = 0;
        for (const text of sample.pieces()) {
          const at = (offset: number) =>
            offset >= chars && offset <= chars + text.length
              ? bytes + utf8Length(text.slice(0, offset - chars))
              : undefined;
          evidence.forEach((item, i) => {
            spans[i]!.start ??= at(item.start);
            spans[i]!.end ??= at(item.end);
          });
          chars += text.length;
          bytes += utf8Length(text);
          yield { text };
        }
      },
    },
  };
}
