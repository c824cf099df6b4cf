import { type Chunk, chunkDocument, memoryOf, saysNothing } from '@memagent/core';
import { Account, type Kit, needChat, roomFor } from './kit.ts';
import type { System } from './system.ts';
import { notesPrompt } from './templates.ts';

/** Notes on every chunk, taken independently; condensed until they fit one prompt; then the shared answerer. */
export function mapReduceSystem(kit: Kit): System {
  needChat('map-reduce', kit.model);
  const { model, budgets } = kit;
  const room = roomFor(kit) - 64;
  const chunkTokens = Math.min(budgets.chunk, room);
  // Four notes fit one prompt, so that every round of condensing makes them fewer.
  const noteTokens = Math.max(16, Math.min(budgets.output, 512, Math.floor(room / 4)));
  return {
    name: 'map-reduce',
    settings: { chunkTokens, noteTokens },
    async run(sample, context) {
      const account = new Account(kit, context);
      const take = async (text: string) => {
        const { text: note } = await account.complete(notesPrompt(sample.question, text), noteTokens);
        return saysNothing(note.trim()) ? '' : note.trim();
      };
      const chunks = chunkDocument(context.document, model.tokenizer, {
        tokens: chunkTokens,
        mode: kit.settings.chunks ?? 'natural',
        ...(context.signal ? { signal: context.signal } : {}),
      });
      let notes = await mapStream(chunks, model.concurrency ?? 4, (chunk: Chunk) => take(chunk.text));
      const size = async (text: string) => (await model.tokenizer.encode(`${text}\n`)).length;
      while (true) {
        notes = notes.filter((note) => note !== '');
        const groups = await groupsOf(notes, room, size);
        if (groups.length <= 1) break;
        notes = await mapStream(groups, model.concurrency ?? 4, (group) => take(group.join('\n')));
      }
      return account.answerFrom(sample.question, memoryOf(notes));
    },
    estimate(tokens) {
      const chunks = Math.ceil(tokens / chunkTokens);
      const condensed = Math.ceil((chunks * noteTokens) / room / 3);
      return {
        calls: chunks + condensed + 1,
        tokensIn: tokens + chunks * 200 + condensed * room,
        tokensOut: (chunks + condensed) * noteTokens + budgets.output,
      };
    },
  };
}

/** Neighbours together, as many as fit. */
async function groupsOf(
  notes: readonly string[],
  room: number,
  size: (text: string) => Promise<number>,
): Promise<string[][]> {
  const groups: string[][] = [];
  let left = 0;
  for (const note of notes) {
    const tokens = await size(note);
    if (tokens > left || groups.length === 0) {
      groups.push([]);
      left = room;
    }
    groups.at(-1)!.push(note);
    left -= tokens;
  }
  return groups;
}

/** Works on the items of a stream, so many at once, and gives the results in order. */
async function mapStream<T, R>(
  items: Iterable<T> | AsyncIterable<T>,
  most: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const running = new Set<Promise<void>>();
  let index = 0;
  for await (const item of items) {
    const at = index++;
    const task: Promise<void> = work(item).then((result) => {
      results[at] = result;
      running.delete(task);
    });
    task.catch(() => undefined); // it is awaited below, together with the others
    running.add(task);
    if (running.size >= most) await Promise.race(running);
  }
  await Promise.all(running);
  return results;
}
