import { MemAgentError } from '@memagent/core';
import { z } from 'zod';
import { readObjects } from './file.ts';
import { Paragraph } from './paragraph.ts';

const row = z.object({ title: z.string(), text: z.string() });
const where = 'Give JSON lines with "title" and "text", .gz or not.';

/** Reads paragraphs, one `{title, text}` a line. */
export async function loadParagraphs(path: string, signal?: AbortSignal): Promise<Paragraph[]> {
  const found: Paragraph[] = [];
  for await (const object of readObjects(path, where, signal)) {
    const parsed = row.safeParse(object);
    if (!parsed.success) {
      throw new MemAgentError(
        'bad-input',
        `Paragraph ${found.length + 1} of ${path} lacks a title or a text.`,
        { hint: where },
      );
    }
    found.push(new Paragraph(parsed.data.title, parsed.data.text));
  }
  return found;
}
