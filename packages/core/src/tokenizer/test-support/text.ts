/** Text on which tokenizers go wrong. */
import fc from 'fast-check';

export const nastyTexts: readonly string[] = [
  '',
  ' ',
  '\n',
  "It's the lantern's; THEY'LL, I'D, we'Re, you'VE, 'Tis, don'T, a'ſ b'ſt 's'll'x 'l 'r 'v '",
  'A  B   C    D     E\t\tF\n\nG\r\nH\r\r\nI \n J  \n  K \r\n \r\n L\n',
  'tabs\t\tand \t mixed \n\t\n  spaces   ',
  '   leading and trailing   ',
  `long${' '.repeat(500)}run${'\n'.repeat(300)}of${'\t'.repeat(200)}white`,
  '1 12 123 1234 12345 1234567890 3.14 1,000,000 ½ ² ٣٤٥ Ⅷ 一二三 2024年10月 a1b22c333  7   8',
  '東京の図書館で本を読む。北京大学，很好！한국어 텍스트입니다. ภาษาไทย',
  'नमस्ते दुनिया संस्कृत বাংলা தமிழ்',
  '👩‍👩‍👧‍👦 👍🏽 🏳️‍🌈 🇩🇪🇫🇷 ☺️ 𝒜𝓑𝒞 𐐀𐐨 𠀀𠀁 🎉🎉🎉',
  'e\u0301 a\u030a\u0323 q\u0307\u0323 \u0301start n\u0303o A\u030a \u212b \ufb01 \uac00\u11a8 \u1100\u1161\u11a8 \u0958',
  'ÀÉÎÕÜ àéîõü ß ẞ ǅ ǈ ŉ İi ıI ΣΑΣ σας Ωμέγα',
  'camelCaseWords HTTPServer XMLHttpRequest iPhone McDONALD aBCdEF ʰABʰCD ABʰ',
  '\u0000nul\u0000\u0001\u0002\u007f\u0080\u0085next\u00a0nbsp\u00adsoft\u200bzw\u200d\u2028line\u2029para\u3000wide',
  '\ufeffbom in front and \ufeff inside\ufeff',
  'lone \ud800 high \udc00 low \ud83d\ud83d\ude00 \ude00 end\ud83d',
  '\udc00\ud800',
  '<|end|> <|memory|> <|im_start|> [INST] <s>',
  'http://example.org/a/b?c=d&e=f#g //comment /* x */ a/b\n/c ./../ ----- ===== ..... !!!\n\n???/\r\n',
  'if (x<10) { return "y\\n"; } // done\n\n\n    else { z[0] += 1; }',
  "'''''' \"\"\" ``` ''s ''' 's",
  'a\u0300\u0301\u0302\u0303b  \u0301c \u0301\u0302 1\u0301 -\u0301',
  'Привет, МИР! Ещё ёлка Ёж й и\u0306',
  'x'.repeat(300),
  'ab'.repeat(400),
  '🎉'.repeat(100),
  '—“quoted”—‘single’…',
];

/**
 * Ranges of characters that have been what they are for many versions of Unicode: in newer ones the runtime and the Rust
 * library may differ over what is a letter.
 */
const settled = [
  [0x0000, 0x052f],
  [0x0900, 0x097f],
  [0x1100, 0x11ff],
  [0x1e00, 0x1eff],
  [0x2000, 0x2064],
  [0x2100, 0x218b],
  [0x3000, 0x30ff],
  [0x4e00, 0x9fa5],
  [0xac00, 0xd7a3],
  [0xd800, 0xdfff],
  [0xe000, 0xe010],
  [0xfb00, 0xfb06],
  [0xfe00, 0xfe0f],
  [0xff00, 0xffff],
  [0x1d400, 0x1d7ff],
  [0x1f300, 0x1f5ff],
  [0x20000, 0x2a6d6],
] as const;
const anyChar = fc
  .constantFrom(...settled)
  .chain(([from, to]) => fc.integer({ min: from, max: to }))
  .map((code) => String.fromCodePoint(code));

const fragment = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('lantern', ' river', ' the', 'The', ' didn', "'t", "'LL", "'", ' ledgers'),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ' ',
      '  ',
      '\n',
      '\r\n',
      '\t',
      '\n\n',
      ' \n ',
      '\u00a0',
      '\u3000',
      '\u0085',
      '\u2028',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '1',
      '23',
      '456',
      ' 7',
      '٣',
      '½',
      '.',
      ',',
      '!?',
      '/',
      '—',
      '(',
      '\ufeff',
      '\0',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '東京',
      '한',
      '\u1100\u1161',
      'é',
      'e\u0301',
      '\u0301',
      '\u0323\u0307',
      'ſ',
      'ǅ',
      'ʰ',
      'न',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('👩‍👧', '🎉', '\ud83d', '\ude00', '\ud800', '𝒜', '𐐨', '<|end|>', '▁', '##a'),
  },
  { weight: 1, arbitrary: fc.string({ unit: anyChar, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
);

/** Random text made of what pre-tokenization patterns tell apart. */
export const unicodeText: fc.Arbitrary<string> = fc
  .array(fragment, { maxLength: 40 })
  .map((parts) => parts.join(''));

/** A text and a way to cut it into pushes, between surrogate halves too. */
export const cutText: fc.Arbitrary<string[]> = fc
  .tuple(unicodeText, fc.array(fc.nat(), { maxLength: 12 }))
  .map(([text, cuts]) => {
    const at = [0, ...cuts.map((cut) => cut % (text.length + 1)).sort((a, b) => a - b), text.length];
    return at.slice(1).map((end, i) => text.slice(at[i]!, end));
  });
