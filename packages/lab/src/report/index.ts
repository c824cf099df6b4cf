export { type Beside, besidePublished } from './beside.ts';
export { type Ablation, type Point, type ReportData, reportData } from './figures.ts';
export { htmlReport } from './html.ts';
export { markdownReport } from './markdown.ts';
export { type PublishedTable, published } from './published.ts';
export { writeReport } from './write.ts';
