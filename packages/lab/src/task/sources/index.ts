export { dataTasks, type LoadedData, loadData, needsFile } from './load-tasks.ts';
export { loadLongBench } from './longbench.ts';
export { loadMusique } from './musique.ts';
export { inReferenceOrder, referenceOrder, referencePlaces } from './reference-order.ts';
