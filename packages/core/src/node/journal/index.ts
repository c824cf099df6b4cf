export { FileJournal, type ReadingSummary, type StoredReading } from './file-journal.ts';
export { Lock } from './lock.ts';
