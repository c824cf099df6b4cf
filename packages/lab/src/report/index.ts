export { type Beside, besidePublished } from './beside.ts';
export { comparePairs, compareRuns, type RunComparison } from './compare.ts';
export { type Ablation, type Point, type ReportData, reportData } from './figures.ts';
export { htmlReport } from './html.ts';
export { markdownReport } from './markdown.ts';
export { fillPage, type ResultsPage } from './page.ts';
export { type PublishedTable, published } from './published.ts';
export {
  type RecordRow,
  type RunRecord,
  readRecord,
  recordOf,
  recordText,
  type Writing,
  withScores,
} from './record.ts';
export { writeReport } from './write.ts';
