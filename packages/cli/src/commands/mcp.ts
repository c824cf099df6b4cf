import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { MemAgentError, type Model } from '@memagent/core';
import { FileJournal, journalFolder } from '@memagent/core/node';
import { type AddCommand, examples, run } from '../command.ts';
import { loadConfig } from '../config/load.ts';
import type { Io } from '../io.ts';
import { printable } from '../render/text.ts';
import { modelSources } from './serve.ts';

interface McpFlags {
  model?: string[];
  root?: string[];
  allowHost?: string[];
  urls: boolean;
}

const collect = (text: string, before: string[] = []) => [...before, text];

/** `memagent mcp`: reading as a tool, over standard input and output. */
export const addMcp: AddCommand = (program, cli) => {
  program
    .command('mcp')
    .summary('offer reading as a tool to an MCP client')
    .description(
      'Speaks MCP on standard input and output, for clients that start it themselves. Its tool, read_document, reads files\n' +
        'inside the roots (those given here and those of the client; this folder where neither names any) and public addresses.',
    )
    .option(
      '-m, --model <[name=]model>',
      'a model to read with (repeatable; the first is the default)',
      collect,
    )
    .option('--root <folder>', 'a folder whose files may be read (repeatable)', collect)
    .option(
      '--allow-host <host>',
      'a host that may be fetched from though its address is private (repeatable)',
      collect,
    )
    .option('--no-urls', 'fetch no addresses')
    .option('--debug', 'show where an error came from')
    .addHelpText(
      'after',
      examples('memagent mcp', 'memagent mcp --root ~/books --model http://127.0.0.1:8080'),
    )
    .action(run(cli, mcp));
};

async function mcp(io: Io, flags: McpFlags): Promise<number> {
  const { config } = await loadConfig(io.env, io.cwd);
  // Standard output belongs to the protocol.
  const notice = (text: string) => void io.stderr.write(`${printable(text)}\n`);
  const sources = modelSources(io, flags.model ?? [], config, notice);
  const opening = new Map<string, Promise<Model>>();
  const openModel = (name: string): Promise<Model> => {
    const make = Object.hasOwn(sources, name) ? sources[name] : undefined;
    if (!make) {
      throw new MemAgentError('bad-input', `There is no model "${name}" here.`, {
        hint: `There is: ${Object.keys(sources).join(', ')}.`,
      });
    }
    const model = opening.get(name) ?? make();
    opening.set(name, model);
    model.catch(() => opening.delete(name));
    return model;
  };
  // Loaded when it is needed: the other commands start faster without it.
  const { serveMcpStdio } = await import('@memagent/server');
  const tmp = await mkdtemp(join(tmpdir(), 'memagent-mcp-'));
  const stdout = new Writable({
    write: (chunk, _, done) => {
      io.stdout.write(String(chunk));
      done();
    },
  });
  try {
    await serveMcpStdio(
      {
        models: Object.keys(sources),
        openModel: async (name) => openModel(name),
        journal: new FileJournal(journalFolder(io.env)),
        roots: flags.root?.map((root) => resolve(io.cwd, root)),
        fallbackRoots: [io.cwd],
        source: {
          urls: flags.urls ? { ...(flags.allowHost ? { allowHosts: flags.allowHost } : {}) } : false,
          maxBytes: 2 ** 30,
          tmp,
        },
        version: '0.1.0',
      },
      { stdin: io.stdin, stdout },
    );
    return 0;
  } finally {
    await rm(tmp, { recursive: true, force: true });
    for (const model of opening.values()) await (await model.catch(() => undefined))?.close?.();
  }
}
