import type { TextPiece } from '../../document/document.ts';
import { toWellFormed } from '../../document/well-formed.ts';
import { MemAgentError } from '../../errors.ts';
import type { ExtractContext } from './extract.ts';

interface TextItem {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly height: number;
  readonly transform: number[];
}

/** The text of a PDF, page by page. Lines end as on the page, and a gap between paragraphs is an empty line. */
export async function* extractPdf(
  bytes: Uint8Array,
  { name, note, progress, signal }: ExtractContext,
): AsyncGenerator<TextPiece> {
  const { getDocumentProxy } = await import('unpdf');
  const pdf = await getDocumentProxy(bytes, { verbosity: 0 }).catch((error) => {
    throw pdfError(error, name);
  });
  const empty: number[] = [];
  try {
    for (let number = 1; number <= pdf.numPages; number++) {
      signal?.throwIfAborted();
      progress?.((number - 1) / pdf.numPages);
      const text = await pageText(pdf, number).catch((error) => {
        note(
          `${name}: page ${number} could not be read (${error instanceof Error ? error.message : error}).`,
        );
        return '';
      });
      if (text.trim() === '') empty.push(number);
      else yield { text: toWellFormed(text), page: number };
    }
    progress?.(1);
    if (empty.length === pdf.numPages) {
      const pages = pdf.numPages === 1 ? '1 page' : `${pdf.numPages} pages`;
      throw new MemAgentError(
        'bad-input',
        `${name} is a PDF of ${pages} without any text: a scan, it seems.`,
        {
          hint: 'Give it a text layer first, for example with: ocrmypdf in.pdf out.pdf',
        },
      );
    }
    if (empty.length > 0) note(`${name}: no text on ${ranges(empty)}: empty, or pictures of text.`);
  } finally {
    await pdf.loadingTask.destroy();
  }
}

type Pdf = Awaited<ReturnType<typeof import('unpdf').getDocumentProxy>>;

async function pageText(pdf: Pdf, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  try {
    const { items } = await page.getTextContent();
    let text = '';
    let lineY: number | undefined;
    let lineHeight = 0;
    let fresh = true;
    for (const item of items as TextItem[]) {
      if (item.str === undefined) continue;
      if (item.str.trim() !== '') {
        const y = item.transform[5] ?? 0;
        if (fresh && lineY !== undefined && lineY - y > 1.75 * Math.max(item.height, lineHeight))
          text += '\n';
        if (fresh) lineHeight = 0;
        fresh = false;
        lineY = y;
        lineHeight = Math.max(lineHeight, item.height);
      }
      text += item.str;
      if (item.hasEOL) {
        text += '\n';
        fresh = true;
      }
    }
    return text.endsWith('\n') ? text : `${text}\n`;
  } finally {
    page.cleanup();
  }
}

function pdfError(error: unknown, name: string): MemAgentError {
  if (error instanceof Error && error.name === 'PasswordException') {
    return new MemAgentError('bad-input', `${name} is a PDF locked with a password.`, {
      hint: 'Unlock it first, for example with: qpdf --decrypt --password=… in.pdf out.pdf',
      cause: error,
    });
  }
  return new MemAgentError(
    'bad-input',
    `${name} is a damaged PDF: ${error instanceof Error ? error.message : error}`,
    {
      hint: 'Try to repair it, for example with: qpdf in.pdf out.pdf',
      cause: error,
    },
  );
}

/** `pages 2-4, 9`, at most ten of them. */
function ranges(pages: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < pages.length; ) {
    let end = at;
    while (pages[end + 1] === pages[end]! + 1) end++;
    parts.push(end > at ? `${pages[at]}-${pages[end]}` : `${pages[at]}`);
    at = end + 1;
  }
  const more = parts.length > 10 ? ' and others' : '';
  return `${pages.length === 1 ? 'page' : 'pages'} ${parts.slice(0, 10).join(', ')}${more}`;
}
