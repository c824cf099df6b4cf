import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HtmlText, htmlToText } from './html-text.ts';

const page = `<!doctype html><html><head><title>Tea &amp; more</title><style>p{}</style><meta name="a" content="b>c">
<body class='x>y'><!-- hidden > --><h1>Tea</h1>
<p>Two   cups,<br>3 &lt; 4 &eacute;&#233;&#xe9;&hellip; a < b &unknown; R&D</p>
<ul><li>one</li><li><p>two</p></li><li></li></ul><script>if (a<b) "</p>"</script><SCRIPT>x</SCRIPT>
<table><tr><th>k</th><td>v</td></tr><tr><td>1</td></tr></table><pre>x
  y</pre>end</html>`;

const text = `Tea & more

Tea

Two cups,
3 < 4 ééé… a < b &unknown; R&D

- one
- two

k v
1

x
  y

end
`;

describe('HtmlText', () => {
  it('gives what a browser would show', () => {
    expect(htmlToText(page)).toBe(text);
  });

  it('gives the same however the page is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 }), (cuts) => {
        const stream = new HtmlText();
        let out = '';
        for (let at = 0, n = 0; at < page.length; n++) {
          const cut = cuts[n % cuts.length]!;
          out += stream.push(page.slice(at, at + cut));
          at += cut;
        }
        expect(out + stream.end()).toBe(text);
      }),
    );
  });

  it('gives nothing for a page without text', () => {
    expect(htmlToText('<html><head></head><body><script>1</script></body>')).toBe('');
  });

  it.each(['<', '&', '<a ', '<script>', '</', '<!--', '<a href="', '&#'])(
    'takes linear time on a page of %j',
    (part) => {
      const stream = new HtmlText();
      const block = part.repeat(20_000);
      const begin = performance.now();
      for (let at = 0; at < 20; at++) stream.push(block);
      stream.end();
      expect(performance.now() - begin).toBeLessThan(5_000);
    },
  );
});
