import type { Prompt } from '../model/model.ts';
import { parseChatAnswer, parseChatReply } from './chat-reply.ts';
import { hintsText, numberedMemory, numberedSentences, stepInstructions } from './instructions.ts';
import { exitText, jsonInstruction } from './paper.ts';
import type { Profile } from './profile.ts';
import { trusted, untrusted } from './segments.ts';

const tags = ['problem', 'memory', 'section'];
const ours = trusted;
const theirs = (text: string, tokens?: number) => untrusted(text, tags, tokens);

const answerInstruction =
  'Answer the problem from the memory alone, as briefly as possible. If the memory does not hold the answer, reply: NOT FOUND.';

/** The chunk before question and memory: all who read the same chunk share its prefix. */
export const sectionFirst: Profile = {
  name: 'section-first',
  version: '1',
  policies: ['overwrite', 'gated', 'select'],
  hints: true,
  maxSentences: 999,
  schema: true,
  step({ question, memory, chunk, sentences, hints, policy, exit }): Prompt {
    const select = policy === 'select';
    const page = memory.text === '' ? 'Nothing yet.' : select ? numberedMemory(memory) : memory.text;
    const shared = [
      ours(`${stepInstructions(policy)}\n\n<section>\n`),
      select ? theirs(numberedSentences(sentences)) : theirs(chunk.text, chunk.tokens),
      ours('\n</section>\n'),
    ];
    return {
      form: 'chat',
      shared: shared.length,
      segments: [
        ...shared,
        ours('\n<problem>\n'),
        theirs(question),
        ours('\n</problem>\n\n<memory>\n'),
        theirs(page),
        ours(
          `\n</memory>\n${select ? hintsText(hints) : ''}${exitText(exit)}\n${select ? 'Your reply' : 'The new memory'}:\n`,
        ),
      ],
    };
  },
  final({ question, memory, schema }): Prompt {
    return {
      form: 'chat',
      shared: 0,
      segments: [
        ours(`${schema ? jsonInstruction(schema) : answerInstruction}\n\n<problem>\n`),
        theirs(question),
        ours('\n</problem>\n\n<memory>\n'),
        theirs(memory.text === '' ? 'Nothing.' : memory.text),
        ours('\n</memory>\n\nYour answer:\n'),
      ],
    };
  },
  reply: parseChatReply,
  answer: parseChatAnswer,
};
