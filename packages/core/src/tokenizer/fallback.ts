/**
 * Every kind of tokenizer that has no fast path here (Unigram, WordPiece, …), through `@huggingface/tokenizers`. It
 * tells neither offsets nor how far text reaches, so that streams cut where a word follows a single blank, after
 * trying out on this tokenizer how text can be cut there; where it cannot, a stream holds everything to the end.
 */
import { Tokenizer as HuggingFaceTokenizer } from '@huggingface/tokenizers';
import { alignTokens } from './align-tokens.ts';
import { ContentHash } from './content-hash.ts';
import { lastSeam } from './seams.ts';
import { cutAt, maxPreToken } from './splitter.ts';
import { emptyRun } from './token-sink.ts';
import type { Tokenizer, TokenRun, TokenStream } from './tokenizer.ts';
import type { TokenizerJson } from './tokenizer-json.ts';

/** Makes a tokenizer of any `tokenizer.json`. */
export function createFallbackTokenizer(json: TokenizerJson): Tokenizer {
  return new FallbackTokenizer(json);
}

/** How the text after a cut is tokenized as it would be in its place: with its blank, without it, or not at all. */
type Cutting = 'with-blank' | 'without-blank' | 'none';

class FallbackTokenizer implements Tokenizer {
  readonly id: string;
  private readonly inner: HuggingFaceTokenizer;
  private readonly specials: ReadonlyMap<string, number>;
  private readonly cutting: Cutting;

  constructor(json: TokenizerJson) {
    const added = json.added_tokens ?? [];
    this.specials = new Map(added.map((token) => [token.content, token.id]));
    // Without its added tokens it does not look for them in text; only added whitespace is text.
    const blanks = added.filter((token) => token.special !== true && token.content.trim() === '');
    const model = withoutSpecials(
      json.model,
      new Set(added.filter((token) => token.special).map((token) => token.id)),
    );
    this.inner = new HuggingFaceTokenizer({ ...json, model, added_tokens: blanks, post_processor: null }, {});
    this.id = `json-${new ContentHash().add(JSON.stringify(json)).hex()}`;
    this.cutting = this.tryCutting();
  }

  encode(text: string): Uint32Array {
    if (text === '') return new Uint32Array(0);
    if (text.length <= maxPreToken) return Uint32Array.from(this.ids(wellFormed(text)));
    const stream = this.stream();
    const runs = [stream.push(text), stream.end()] as TokenRun[];
    return Uint32Array.from(runs.flatMap((run) => Array.from(run.ids)));
  }

  decode(ids: ArrayLike<number>): string {
    const known = new Map(Array.from(this.specials, ([text, id]) => [id, text]));
    let text = '';
    let plain: number[] = [];
    const flush = () => {
      if (plain.length > 0) text += this.inner.decode(plain, { skip_special_tokens: false });
      plain = [];
    };
    for (const id of Array.from(ids)) {
      const special = known.get(id);
      if (special === undefined) {
        plain.push(id);
      } else {
        flush();
        text += special;
      }
    }
    flush();
    return text;
  }

  special(token: string): number | undefined {
    return this.specials.get(token);
  }

  stream(): TokenStream {
    return new FallbackStream((text, first) => this.run(text, first), this.cutting !== 'none');
  }

  private ids(text: string): number[] {
    return this.inner.encode(text, { add_special_tokens: false }).ids;
  }

  private run(text: string, first: boolean): TokenRun {
    const spoken = !first && this.cutting === 'without-blank' && text.startsWith(' ') ? text.slice(1) : text;
    const { ids, tokens } = this.inner.encode(wellFormed(spoken), { add_special_tokens: false });
    return { text, ids: Uint32Array.from(ids), ends: alignTokens(text, tokens) };
  }

  private tryCutting(): Cutting {
    const samples = ['The old harbour', 'a letter, b letter', 'x1 y', 'winter. Été naïve', '(one) two'];
    const works = (tail: (text: string) => string) =>
      samples.every((sample) => {
        const cut = sample.lastIndexOf(' ');
        const parts = [...this.ids(sample.slice(0, cut)), ...this.ids(tail(sample.slice(cut)))];
        return parts.join() === this.ids(sample).join();
      });
    if (works((text) => text)) return 'with-blank';
    return works((text) => text.slice(1)) ? 'without-blank' : 'none';
  }
}

/**
 * The model with its special tokens renamed to what no text can be: a Unigram model would find `</s>` in text as it finds
 * any other token of its vocabulary.
 */
function withoutSpecials(
  model: TokenizerJson['model'],
  specials: ReadonlySet<number>,
): TokenizerJson['model'] {
  const { vocab } = model as { vocab: unknown };
  if (!Array.isArray(vocab)) return model;
  return {
    ...model,
    vocab: vocab.map((entry, id) => (specials.has(id) ? [`\ud800${id}`, entry[1]] : entry)),
  };
}

/** Lone surrogates are U+FFFD in every encoding, and must not meet the names above. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

class FallbackStream implements TokenStream {
  private readonly tokenize: (text: string, first: boolean) => TokenRun;
  private readonly canCut: boolean;
  private held = '';
  private first = true;
  private waitFor = 0;

  constructor(tokenize: (text: string, first: boolean) => TokenRun, canCut: boolean) {
    this.tokenize = tokenize;
    this.canCut = canCut;
  }

  push(text: string): TokenRun {
    this.held += text;
    if (!this.canCut || this.held.length < this.waitFor) return emptyRun;
    const cut = lastSeam(this.held);
    if (cut > 0) return this.take(cut);
    if (this.held.length > maxPreToken) return this.take(cutAt(this.held, maxPreToken));
    this.waitFor = Math.min(this.held.length * 1.5, maxPreToken + 1);
    return emptyRun;
  }

  end(): TokenRun {
    return this.held === '' ? emptyRun : this.take(this.held.length);
  }

  private take(length: number): TokenRun {
    const run = this.tokenize(this.held.slice(0, length), this.first);
    this.held = this.held.slice(length);
    this.first = false;
    this.waitFor = 0;
    return run;
  }
}
