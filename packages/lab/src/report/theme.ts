/** Colours that people with any colour vision tell apart (after Okabe and Ito), for light and for dark paper. */
const light = ['#0067a6', '#d1500a', '#00845f', '#b35a94', '#b87d00', '#3a93c2', '#6b6b6b', '#7a4b2a'];
const dark = ['#58b4ef', '#ff8a4c', '#3fcf9f', '#e79bcb', '#f0b83f', '#9fd8f7', '#a9a9a9', '#c99b76'];

/** How many colours there are before they come round, with another dash. */
const colours = light.length;

/** How a line of this number looks: every colour solid first, then dashed, then dotted. */
export const look = (index: number): { colour: number; dash: number } => ({
  colour: index % colours,
  dash: Math.floor(index / colours) % 3,
});

const variables = (list: readonly string[]) => list.map((colour, i) => `--s${i}:${colour}`).join(';');
const lightRules = `--paper:#fff;--ink:#1b1c1e;--soft:#5f6166;--rule:#d9d8d3;--grid:#ecebe7;--panel:#faf9f6;--heat:#0067a6;--heat-ink:#fff;--kept:#2a9a73;--dropped:#d99a2b;--not-kept:#cf5a38;--unseen:#b0b0ac;${variables(light)}`;
const darkRules = `--paper:#14161a;--ink:#e8e6e1;--soft:#a3a29d;--rule:#33363d;--grid:#262930;--panel:#1b1e23;--heat:#58b4ef;--heat-ink:#0c1116;--kept:#3fae86;--dropped:#e0a23a;--not-kept:#e06a4a;--unseen:#6a6d75;${variables(dark)}`;

/** What drawings need, wherever they stand. */
const chartRules = `.chart-title{font-size:12px;font-weight:600;fill:var(--ink)}
.tick{font-size:10.5px;fill:var(--soft);font-variant-numeric:tabular-nums}.tick.strong{font-size:11.5px;fill:var(--ink)}
.label{font-size:10.5px;fill:var(--soft)}
.grid{stroke:var(--grid);stroke-width:1}.axis{stroke:var(--soft);stroke-width:1}
.line{fill:none;stroke-width:2;stroke-linejoin:round;stroke-linecap:round}
.line.dash1{stroke-dasharray:7 4}.line.dash2{stroke-dasharray:2 4}
.line.reference{stroke-width:1.4;stroke-dasharray:4 3;opacity:.85}
.line.reference.r1{stroke-dasharray:9 3}.line.reference.r2{stroke-dasharray:1.5 2.5}.line.reference.r3{stroke-dasharray:8 3 2 3}
.band{stroke:none;opacity:.11}.dot{stroke:var(--paper);stroke-width:1.2}
${light.map((_, i) => `.line.s${i}{stroke:var(--s${i})}.band.s${i},.dot.s${i}{fill:var(--s${i})}`).join('')}
.cell{fill:var(--heat)}.cell-none{fill:none;stroke:var(--grid)}
.cell-text,.cell-text-strong{font-size:10px;fill:var(--ink);font-variant-numeric:tabular-nums}.cell-text-strong{fill:var(--heat-ink)}
.fate-kept{fill:var(--kept)}.fate-dropped{fill:var(--dropped)}.fate-not-kept{fill:var(--not-kept)}.fate-unseen{fill:var(--unseen)}
.bar-text{font-size:11px;fill:#fff;font-weight:600}
`;

/** The style of a drawing that stands alone, as a file. */
export const drawingStyle = `:root{color-scheme:light dark;${lightRules};font-family:system-ui,sans-serif}
@media (prefers-color-scheme:dark){:root{${darkRules}}}
${chartRules}`;

/** The style of a report, all of it: nothing is loaded from elsewhere. */
export const style = `
:root{color-scheme:light dark;${lightRules}}
@media screen and (prefers-color-scheme:dark){:root{${darkRules}}}
:root[data-theme=dark]{color-scheme:dark;${darkRules}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 Charter,"Bitstream Charter","Iowan Old Style","Source Serif Pro",Georgia,serif}
main{max-width:1080px;margin:0 auto;padding:48px 28px 80px}
h1{font-size:2rem;line-height:1.2;margin:0 0 .35rem;font-weight:600;letter-spacing:-.01em}
h2{font-size:1.2rem;margin:2.8rem 0 .6rem;font-weight:600;border-top:1px solid var(--rule);padding-top:1.1rem}
p{margin:.5rem 0;max-width:46rem}
a{color:var(--s0)}
.lead{color:var(--soft);font-size:1.05rem}
.facts{display:flex;flex-wrap:wrap;gap:.3rem 1.6rem;margin:1rem 0 0;padding:0;list-style:none;font:13px/1.5 system-ui,sans-serif;color:var(--soft)}
.facts b{color:var(--ink);font-weight:600}
figure{margin:1.1rem 0 1.6rem}
figcaption,.note{font-size:.88rem;color:var(--soft);max-width:48rem;line-height:1.45}
figcaption b{color:var(--ink)}
.panels{display:grid;grid-template-columns:repeat(auto-fill,minmax(300px,1fr));gap:18px 22px;margin-bottom:.6rem}
.panels.maps{display:flex;flex-wrap:wrap;gap:18px 26px;align-items:flex-start}.panels.maps svg{width:auto;max-width:100%}
.one{max-width:760px}.one.small{max-width:400px}
svg{display:block;width:100%;height:auto;overflow:visible;font-family:system-ui,-apple-system,"Segoe UI",sans-serif}
${chartRules}.legend{display:flex;flex-wrap:wrap;gap:.25rem 1.2rem;font:12.5px/1.5 system-ui,sans-serif;margin:.2rem 0 .8rem;color:var(--ink)}
.legend i{display:inline-block;width:18px;height:3px;border-radius:2px;margin-right:.45rem;vertical-align:middle}
.legend i.box{height:11px;width:11px}
.legend svg{display:inline-block;width:26px;height:8px;margin-right:.45rem;vertical-align:middle}
.scroll{overflow-x:auto}
table{min-width:27rem;border-collapse:collapse;font:13px/1.45 system-ui,sans-serif;font-variant-numeric:tabular-nums;margin:.7rem 0 .4rem}
caption{text-align:left;caption-side:top;font:.88rem/1.45 Charter,Georgia,serif;color:var(--soft);padding-bottom:.4rem}
caption b{color:var(--ink)}
th,td{padding:.28rem .8rem .28rem 0;text-align:right;white-space:nowrap;font-weight:400}
th:first-child,td:first-child,td.left,th.left{text-align:left}
thead th{border-top:1.6px solid var(--ink);border-bottom:1px solid var(--ink);font-weight:600}
tbody tr:last-child td{border-bottom:1.6px solid var(--ink)}
tbody tr.group td{border-top:1px solid var(--rule)}
td small{color:var(--soft);margin-left:.35rem}
td.best{font-weight:700}
td.wrap{white-space:normal;min-width:14rem;max-width:30rem}
details{margin:.8rem 0}summary{cursor:pointer;font:13px/1.5 system-ui,sans-serif}
@page{margin:16mm 14mm}
@media print{body{font-size:10.5pt}main{padding:0;max-width:none}h2{break-after:avoid;margin-top:1.6rem}.panels{grid-template-columns:repeat(3,1fr);gap:10px 12px}.panels>svg,.panels.maps>svg,tr,figcaption{break-inside:avoid}figcaption{break-before:avoid}.legend{break-after:avoid}thead{display:table-header-group}.scroll{overflow:visible}table{font-size:8pt;min-width:0}th,td{padding-right:.5rem}details{display:none}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`;
