import { unzipSync } from 'fflate';
import { decodeEntities } from '../../document/html-entities.ts';
import { htmlToText } from '../../document/html-text.ts';
import { encodingByBom } from '../../document/sniff.ts';
import { toWellFormed } from '../../document/well-formed.ts';
import { MemAgentError } from '../../errors.ts';
import type { ExtractContext } from './extract.ts';

/** The text of an EPUB, one chapter file at a time in reading order (the spine of its package document). */
export function* extractEpub(bytes: Uint8Array, { name, note, progress }: ExtractContext): Generator<string> {
  const entry = (path: string) => unzipSync(bytes, { filter: (file) => file.name === path })[path];
  const xml = (path: string) => {
    const found = entry(path);
    if (!found) throw damaged(name, `${path} is missing`);
    return new TextDecoder().decode(found);
  };
  refuseLocked(entry('META-INF/encryption.xml'), name);
  const root = tags(xml('META-INF/container.xml'), 'rootfile')[0]?.get('full-path');
  if (!root) throw damaged(name, 'it names no package document');
  const opf = xml(root);
  const items = new Map(tags(opf, 'item').map((item) => [item.get('id'), item]));
  const folder = root.includes('/') ? root.slice(0, root.lastIndexOf('/') + 1) : '';
  let read = 0;
  let text = false;
  const spine = tags(opf, 'itemref');
  for (const [at, reference] of spine.entries()) {
    progress?.(at / spine.length);
    const item = items.get(reference.get('idref'));
    const href = item?.get('href');
    if (!href || !/html|xml/.test(item?.get('media-type') ?? 'html')) continue;
    const path = resolvePath(folder + decodePath(href));
    const chapter = entry(path);
    if (!chapter) {
      note(`${name}: the chapter ${path} is missing.`);
      continue;
    }
    read++;
    const content = chapterText(new TextDecoder(encodingByBom(chapter) ?? 'utf-8').decode(chapter));
    if (content === '') continue;
    yield text ? `\n${content}` : content;
    text = true;
  }
  progress?.(1);
  if (read === 0) throw damaged(name, 'it holds no chapters');
}

/** The heading in a chapter's text says what it is; its <title>, often just the book's, would be repeated each time. */
function chapterText(xhtml: string): string {
  return toWellFormed(htmlToText(xhtml.replace(/<title\b[\s\S]*?<\/title>/i, '')));
}

function refuseLocked(encryption: Uint8Array | undefined, name: string): void {
  if (!encryption) return;
  const algorithms = tags(new TextDecoder().decode(encryption), 'EncryptionMethod').map(
    (tag) => tag.get('Algorithm') ?? '',
  );
  // Fonts are often disguised in free books; that does not concern the text.
  if (
    algorithms.every((algorithm) =>
      /obfuscation|idpf.org\/2008\/embedding|ns.adobe.com\/pdf\/enc#RC/i.test(algorithm),
    )
  )
    return;
  throw new MemAgentError('bad-input', `${name} is locked (DRM).`, {
    hint: 'Give a copy of the book without a lock.',
  });
}

/** The attributes of every element of that name, whatever its prefix. */
function tags(xml: string, name: string): Map<string, string>[] {
  const clean = xml.replace(/<!--[\s\S]*?-->/g, '');
  return [...clean.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}(\\s[^>]*)?>`, 'g'))].map(
    ([, attributes = '']) =>
      new Map(
        [...attributes.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
          ([, key, double, single]) => [key!, decodeEntities(double ?? single ?? '')],
        ),
      ),
  );
}

function decodePath(href: string): string {
  try {
    return decodeURIComponent(href.replace(/#.*/, ''));
  } catch {
    return href;
  }
}

function resolvePath(path: string): string {
  const parts: string[] = [];
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function damaged(name: string, what: string): MemAgentError {
  return new MemAgentError('bad-input', `${name} is a damaged EPUB: ${what}.`, {
    hint: 'Open it in a book reader and save it again, or get another copy.',
  });
}
