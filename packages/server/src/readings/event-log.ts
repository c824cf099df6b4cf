export type { LoggedEvent, StateEvent } from '../storage/storage.ts';
