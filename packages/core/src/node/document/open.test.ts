import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder, openFiles, readPieces, readText } from './fixtures.ts';
import { openDocument } from './open.ts';

let folder: Awaited<ReturnType<typeof makeFolder>>;
const long = 'The river rose again, über Nacht. '.repeat(40_000);

beforeAll(async () => {
  folder = await makeFolder({
    'plain.txt': 'One.\r\nTwo.\n',
    'bom.txt': '\ufeffHello',
    'empty.txt': '',
    noext: 'Just text.',
    'long.txt': long,
    'bad.txt': Buffer.from('caf\xe9 ol\xe9', 'latin1'),
    'photo.txt': Buffer.from('\xff\xd8\xff\xe0\0\0JFIF', 'latin1'),
    'long.txt.gz': gzipSync(long),
    'page.html.gz': gzipSync('<p>Zipped &amp; small</p>'),
    'twice.gz': Buffer.concat([gzipSync('first '), gzipSync('second')]),
    'cut.txt.gz': gzipSync(long).subarray(0, 500),
    'tar.gz': gzipSync(`${'dir/'.padEnd(257, '\0')}ustar${'\0'.repeat(250)}`),
    '[odd].txt': 'A name with brackets.',
  });
});
afterAll(() => folder.remove());

const open = (source: string | string[], options = {}) =>
  openDocument(source, { cwd: folder.path, ...options });

describe('openDocument on files', () => {
  it('gives a text file as it is, with its size and progress, each time it is opened', async () => {
    const document = await open('long.txt');
    expect(document).toMatchObject({ name: 'long.txt', bytes: Buffer.byteLength(long) });
    expect(document.consumed?.()).toBe(0);
    expect((await readText(document)) === long).toBe(true);
    expect(document.consumed?.()).toBe(1);
    expect((await readText(document)) === long).toBe(true);
    expect(document.once).toBeUndefined();
    expect(document.notes()).toEqual([]);
  });

  it('keeps CRLF and a byte order mark, so that spans are those of the file', async () => {
    expect(await readText(await open('plain.txt'))).toBe('One.\r\nTwo.\n');
    expect(await readText(await open('bom.txt'))).toBe('\ufeffHello');
  });

  it('gives no pieces for an empty file', async () => {
    expect(await readPieces(await open('empty.txt'))).toEqual([]);
  });

  it('reads any text whatever its extension, by absolute path and by file URL too', async () => {
    expect(await readText(await open('noext'))).toBe('Just text.');
    expect(await readText(await openDocument(folder.at('noext')))).toBe('Just text.');
    expect(await readText(await openDocument(pathToFileURL(folder.at('noext'))))).toBe('Just text.');
    expect(await readText(await open('[odd].txt'))).toBe('A name with brackets.');
  });

  it('replaces invalid UTF-8 with a note, and decodes it when the encoding is named', async () => {
    const document = await open('bad.txt');
    expect(await readText(document)).toBe('caf\ufffd ol\ufffd');
    expect(document.notes()[0]).toMatch(/2 invalid UTF-8 sequences/);
    expect(await readText(await open('bad.txt', { encoding: 'windows-1252' }))).toBe('café olé');
  });

  it('refuses a binary file before anything is read, unless told to take it as text', async () => {
    await expect(open('photo.txt')).rejects.toMatchObject({
      code: 'bad-input',
      message: 'photo.txt is a JPEG image, not text.',
    });
    expect(await readText(await open('photo.txt', { format: 'text' }))).toContain('JFIF');
  });

  it('says what is wrong with a path', async () => {
    await expect(open('nowhere.txt')).rejects.toMatchObject({
      code: 'bad-input',
      message: 'nowhere.txt: there is no such file or folder.',
    });
    await expect(open('plain.txt/x')).rejects.toThrow('not a folder');
    await expect(open('ftp://host/x')).rejects.toThrow('cannot be read');
    await expect(open([])).rejects.toThrow('No document');
  });

  it('closes the file when the reader stops early or aborts', async () => {
    for (const name of ['long.txt', 'long.txt.gz']) {
      const document = await open(name);
      for await (const _ of document.open()) break;
      const stop = new AbortController();
      const pieces = document.open(stop.signal)[Symbol.asyncIterator]();
      await pieces.next();
      stop.abort();
      await expect(
        (async () => {
          while (!(await pieces.next()).done);
        })(),
      ).rejects.toMatchObject({ name: 'AbortError' });
      await expect.poll(() => openFiles(folder.path)).toEqual([]);
    }
  });

  it('sees what was added to a file since it was last opened', async () => {
    await writeFile(folder.at('grows.txt'), 'a');
    const document = await open('grows.txt');
    expect(await readText(document)).toBe('a');
    await writeFile(folder.at('grows.txt'), 'ab');
    expect(await readText(document)).toBe('ab');
  });
});

describe('openDocument on .gz', () => {
  it('unpacks as it reads, by the inner name, with progress over the packed bytes', async () => {
    const document = await open('long.txt.gz');
    expect((await readText(document)) === long).toBe(true);
    expect(document.consumed?.()).toBe(1);
    expect(await readText(await open('page.html.gz'))).toBe('Zipped & small\n');
    expect(await readText(await open('twice.gz'))).toBe('first second');
  });

  it('refuses one that is cut off or holds no text', async () => {
    await expect(readText(await open('cut.txt.gz'))).rejects.toThrow(
      'cut.txt.gz ends too early: it is cut off.',
    );
    await expect(readText(await open('tar.gz'))).rejects.toThrow('tar.gz is a tar archive, not text.');
  });
});

describe('openDocument on standard input', () => {
  const stdin = async function* () {
    yield Buffer.from('Gr\xc3', 'latin1');
    yield Buffer.from('\xbc\xc3\x9fe', 'latin1');
  };

  it('reads it once', async () => {
    const document = await open('-', { stdin: stdin() });
    expect(document).toMatchObject({ name: 'standard input', once: true });
    expect(document.bytes).toBeUndefined();
    expect(document.consumed).toBeUndefined();
    expect(await readText(document)).toBe('Grüße');
    await expect(readText(document)).rejects.toThrow('standard input can be read only once');
  });

  it('recognises what comes in', async () => {
    const packed = (async function* () {
      yield gzipSync('<!doctype html><p>Piped &amp; packed');
    })();
    expect(await readText(await open('-', { stdin: packed }))).toBe('Piped & packed\n');
  });

  it('stops at once when aborted while nothing comes', async () => {
    const stop = new AbortController();
    const silent = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
    const reading = readText(await open('-', { stdin: silent }), stop.signal);
    stop.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('reads a pipe that a path names, once', async () => {
    const path = folder.at('pipe');
    await promisify(execFile)('mkfifo', [path]);
    const document = await open('pipe');
    expect(document).toMatchObject({ name: 'pipe', once: true });
    const [text] = await Promise.all([readText(document), writeFile(path, 'through the pipe')]);
    expect(text).toBe('through the pipe');
    await expect(readText(document)).rejects.toThrow('pipe can be read only once');
  });

  it('lets go of the stream when aborted', async () => {
    const stop = new AbortController();
    const stream = new PassThrough();
    const reading = readText(await open('-', { stdin: stream }), stop.signal);
    stop.abort();
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(stream.destroyed).toBe(true);
  });

  it('stands among several sources, which then can be read once', async () => {
    const document = await open(['plain.txt', '-'], { stdin: stdin() });
    expect(document).toMatchObject({ name: 'plain.txt and 1 more', once: true });
    expect(await readText(document)).toBe(
      '===== plain.txt =====\nOne.\r\nTwo.\n\n===== standard input =====\nGrüße\n\n',
    );
    await expect(open(['-', '-'])).rejects.toThrow('twice');
  });
});
