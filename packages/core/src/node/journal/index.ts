export { FileJournal, type ReadingSummary, type StoredReading } from './file-journal.ts';
