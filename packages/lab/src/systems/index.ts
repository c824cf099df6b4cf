export { Bm25 } from './bm25.ts';
export { oracleLines } from './calibration.ts';
export { createSystem, parseSystem, type SystemSpec, systemDescriptions, systemSpec } from './create.ts';
export { type CreatedSystems, createSystems } from './create-all.ts';
export {
  type System,
  type SystemAnswer,
  type SystemContext,
  type SystemEstimate,
  type SystemSettings,
  type SystemStep,
  systemKey,
} from './system.ts';
export { cutMiddle } from './truncate.ts';
