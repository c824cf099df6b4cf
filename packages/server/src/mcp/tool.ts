import { fileURLToPath } from 'node:url';
import { type AnswerEvent, type Journal, type Model, read } from '@memagent/core';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { z } from 'zod';
import { toApiError } from '../http/api-error.ts';
import { openSource, type SourceOptions } from './source.ts';

export interface McpOptions {
  readonly models: readonly string[];
  readonly openModel: (name: string) => Promise<Model>;
  readonly journal: Journal;
  /** Told of a reading that has ended, by its id in the journal. */
  readonly ended?: (reading: string) => Promise<unknown>;
  /** Folders whose files may be read; undefined leaves it to the client's roots. */
  readonly roots: readonly string[] | undefined;
  /** What may be read where neither the server nor the client names a root. */
  readonly fallbackRoots: readonly string[];
  readonly source: Omit<SourceOptions, 'roots' | 'signal'>;
  readonly version: string;
}

const input = {
  document: z
    .string()
    .min(1)
    .describe('What to read: a path, a file:// or http(s) address, or the id of an uploaded document.'),
  question: z.string().min(1).describe('What to find out. Ask one precise question.'),
  model: z.string().optional().describe('Which of the models to read with; the first unless given.'),
  policy: z
    .enum(['overwrite', 'gated', 'select'])
    .optional()
    .describe('How each step treats the memory; what suits the model unless given.'),
};

const output = {
  answer: z.string(),
  answered: z.boolean(),
  /** How sure the model is of it, from 0 to 1, where it says so. */
  confidence: z.number().optional(),
  /** Set when the answer is cut short: the tokens that it had. */
  cut: z.number().optional(),
  chunks: z.number(),
  sources: z.array(z.object({ start: z.number(), end: z.number(), text: z.string() })),
};

/** An MCP server with the tool `read_document`. */
export function createMcpServer(options: McpOptions): McpServer {
  const server = new McpServer({ name: 'memagent', version: options.version });
  server.registerTool(
    'read_document',
    {
      title: 'Read a document',
      description: `Reads a document of any length, chunk by chunk, and answers one question about it with the passages that the answer rests on. Use it for texts that are too long to be shown. Models: ${options.models.join(', ')}.`,
      inputSchema: input,
      outputSchema: output,
      annotations: { readOnlyHint: true, destructiveHint: false, openWorldHint: true },
    },
    async (args, extra) => {
      try {
        const roots = await allowedRoots(server, options);
        const model = await options.openModel(args.model ?? options.models[0]!);
        const { document, dispose } = await openSource(args.document, {
          ...options.source,
          roots,
          signal: extra.signal,
        });
        try {
          const token = extra._meta?.progressToken;
          let told = 0;
          let answer: AnswerEvent | undefined;
          for await (const event of read({
            document,
            question: args.question,
            model,
            journal: options.journal,
            signal: extra.signal,
            ...(args.policy ? { policy: args.policy } : {}),
          })) {
            if (event.type === 'answer') answer = event;
            if (event.type !== 'step' || token === undefined) continue;
            const share = event.progress === undefined ? undefined : event.progress * 100;
            // Progress must grow, whatever the estimate does.
            told = Math.max(told + 0.001, share ?? event.chunk + 1);
            await extra.sendNotification({
              method: 'notifications/progress',
              params: {
                progressToken: token,
                progress: told,
                ...(share === undefined ? {} : { total: 100 }),
                message: `chunk ${event.chunk + 1}: ${event.outcome}`,
              },
            });
          }
          await options.ended?.(answer!.reading);
          return result(answer!);
        } finally {
          await dispose();
        }
      } catch (error) {
        return { isError: true, content: [{ type: 'text', text: toApiError(error).message }] };
      }
    },
  );
  return server;
}

/** The sets of folders that a path must lie in: the server's, and the client's where it has roots. */
async function allowedRoots(server: McpServer, options: McpOptions): Promise<(readonly string[])[]> {
  const sets: (readonly string[])[] = options.roots ? [options.roots] : [];
  if (server.server.getClientCapabilities()?.roots) {
    const { roots } = await server.server.listRoots();
    sets.push(roots.filter(({ uri }) => uri.startsWith('file://')).map(({ uri }) => fileURLToPath(uri)));
  }
  return sets.length > 0 ? sets : [options.fallbackRoots];
}

function result({ answer, answered, confidence, cut, sources, chunks }: AnswerEvent) {
  const said = answered
    ? `${answer}${cut === undefined ? '' : ' … (cut short)'}`
    : 'The document does not hold the answer.';
  const passages = sources.map(({ start, end, text }) => `[bytes ${start}–${end}] ${text}`);
  return {
    content: [{ type: 'text' as const, text: [said, ...passages].join('\n\n') }],
    structuredContent: {
      answer,
      answered,
      ...(confidence === undefined ? {} : { confidence }),
      ...(cut === undefined ? {} : { cut }),
      chunks,
      sources: sources.map(({ start, end, text }) => ({ start, end, text })),
    },
  };
}
