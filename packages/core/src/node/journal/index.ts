export { Lock } from './lock.ts';
export { FileJournal, type ReadingSummary, type StoredReading } from './file-journal.ts';
