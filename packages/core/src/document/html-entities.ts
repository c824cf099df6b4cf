// The names of U+00A0 to U+00FF, in order.
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml';

const others: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", OElig: 'Œ', oelig: 'œ', Scaron: 'Š', scaron: 'š' },
  ...{
    Yuml: 'Ÿ',
    fnof: 'ƒ',
    circ: 'ˆ',
    tilde: '˜',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    zwnj: '',
    zwj: '\u200d',
  },
  ...{ lrm: '', rlm: '', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”' },
  ...{ bdquo: '„', dagger: '†', Dagger: '‡', bull: '•', hellip: '…', permil: '‰', prime: '′', Prime: '″' },
  ...{
    lsaquo: '‹',
    rsaquo: '›',
    euro: '€',
    trade: '™',
    larr: '←',
    uarr: '↑',
    rarr: '→',
    darr: '↓',
    harr: '↔',
  },
  ...{ minus: '−', lowast: '∗', radic: '√', infin: '∞', asymp: '≈', ne: '≠', equiv: '≡', le: '≤', ge: '≥' },
  ...{
    sum: '∑',
    prod: '∏',
    int: '∫',
    part: '∂',
    nabla: '∇',
    isin: '∈',
    cap: '∩',
    cup: '∪',
    sub: '⊂',
    sup: '⊃',
  },
  ...{
    forall: '∀',
    exist: '∃',
    empty: '∅',
    and: '∧',
    or: '∨',
    check: '✓',
    star: '☆',
    loz: '◊',
    newline: '\n',
  },
  ...{
    comma: ',',
    period: '.',
    colon: ':',
    semi: ';',
    excl: '!',
    quest: '?',
    num: '#',
    dollar: '$',
    percnt: '%',
  },
  ...{ lpar: '(', rpar: ')', lsqb: '[', rsqb: ']', lcub: '{', rcub: '}', sol: '/', bsol: '\\', lowbar: '_' },
  ...{ hyphen: '‐', dash: '‐', horbar: '―', Tab: '\t', NewLine: '\n', grave: '`', verbar: '|', commat: '@' },
};

const names = new Map<string, string>(Object.entries(others));
latin.split(' ').forEach((name, at) => {
  names.set(name, String.fromCharCode(0xa0 + at));
});
'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho _ Sigma Tau Upsilon Phi Chi Psi Omega'
  .split(' ')
  .forEach((name, at) => {
    names.set(name, String.fromCharCode(0x391 + at));
    names.set(name.toLowerCase(), String.fromCharCode(0x3b1 + at));
  });
names.set('sigmaf', 'ς');

// What browsers make of the numbers 128 to 159, which old pages use for windows-1252.
const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** Text with character references (`&eacute;`, `&#233;`, `&#xe9;`) replaced; names it does not know stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([a-zA-Z][a-zA-Z\d]{1,30}));?/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined)
        return whole.endsWith(';') || name in legacy ? (names.get(name) ?? whole) : whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      if (code >= 0x80 && code <= 0x9f) return windows[code - 0x80]!;
      if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
      return String.fromCodePoint(code);
    },
  );
}

// Those that pages write without a semicolon; any other bare name is more likely a query parameter.
const legacy: Record<string, true> = { amp: true, lt: true, gt: true, quot: true, nbsp: true, copy: true };
