import type { Document, Journal, ReadingEvent } from '@memagent/core';
import type { DocumentRecord } from '../documents/record.ts';
import type { Key } from '../keys/keys.ts';
import type { Reading, ReadingState } from '../readings/reading.ts';

/** What a server must not lose: on this machine's disk, or in a database that several processes share. */
export interface Storage {
  readonly documents: DocumentStore;
  readonly readings: ReadingStore;
  /** The steps of an owner's readings, or of his chats, which are kept until there is an answer. */
  journal(kind: JournalKind, owner: string): ServerJournal;
  /** Removes the journals of chats that nobody came back for. */
  forgetChats(before: Date): Promise<void>;
  /** Keys that are kept here; `changed` is called with all of them now and whenever they change. */
  watchKeys?(changed: (keys: readonly Key[]) => void): Promise<void>;
  /** Takes one of a key's requests a minute, counted for all processes; gives the seconds to wait where none is left. */
  takeRequest?(key: string, perMinute: number): Promise<number | undefined>;
  /** What addresses are signed with, the same in all processes. */
  secret?(): Promise<string>;
  /** Whether it can be reached now. */
  ready(): boolean;
  close(): Promise<void>;
}

export type JournalKind = 'journals' | 'chats';

/** A journal whose readings can be removed. */
export interface ServerJournal extends Journal {
  /** Removes readings by their ids; one that is being written stays. */
  remove(ids: readonly string[]): Promise<void>;
}

/** Documents, kept once by content; each owner sees his own. */
export interface DocumentStore {
  /** Keeps bytes as they come; `quota` is the most that this owner may have in all. */
  add(bytes: AsyncIterable<Uint8Array>, wanted: NewDocument): Promise<DocumentRecord>;
  /** Refers to a file inside the roots. */
  addPath(path: string, owner: string): Promise<DocumentRecord>;
  /** An owner's documents, newest first, of those after `after` in that order. */
  list(owner: string, page: { limit: number; after?: string }): Promise<DocumentRecord[]>;
  /** Throws 404 where this owner has no such document. */
  get(id: string, owner: string): Promise<DocumentRecord>;
  /** Opens a document for reading; `dispose` when it is no longer needed. */
  open(id: string, owner: string): Promise<OpenDocument>;
  /** Takes a document away from an owner; the last one takes its bytes along. */
  remove(id: string, owner: string): Promise<void>;
  /** Removes what nobody has used since, except what `needed` names. */
  expire(before: Date, needed: (id: string) => Promise<boolean>): Promise<number>;
  /** Bytes of all documents that are kept here. */
  bytes(): Promise<number>;
}

export interface NewDocument {
  readonly name: string;
  readonly owner: string;
  readonly from?: 'upload' | 'url';
  /** The most bytes of documents that this owner may have. */
  readonly quota?: number;
}

/** A document while it is needed. */
export interface OpenDocument extends Document {
  /** Lets go of what was brought here to read it. */
  dispose(): Promise<void>;
}

/** What a page of a list asks for. */
export interface ReadingPage {
  readonly limit: number;
  readonly after?: string;
  readonly state?: ReadingState;
  /** Words that must all stand in the name of the document or in the questions. */
  readonly words?: readonly string[];
}

/** How somebody wants a reading that runs to end. */
export type Wish = 'cancel' | 'answer';

/** Told of what happens to readings, in whichever process. */
export interface ReadingListener {
  /** A reading of this model waits. */
  queued(model: string): void;
  /** There are more events, or another state. */
  changed(id: string): void;
  /** Whoever runs it is to end it. */
  wished(id: string, wish: Wish): void;
  /** What this process had claimed is no longer its own. */
  lost(): void;
}

/**
 * Readings and their queue. Who claims a reading is the only one that reads it until he finishes it, gives it back, or
 * dies; then it waits again. Who sees the end in the record finds it in the events too.
 */
export interface ReadingStore {
  /** Begins to tell; gives how many readings had not ended. */
  start(listener: ReadingListener): Promise<number>;
  /** Kept and waiting when it returns. */
  add(reading: Reading): Promise<void>;
  find(id: string, owner: string): Promise<Reading | undefined>;
  /** An owner's readings, newest first. */
  list(owner: string, page: ReadingPage): Promise<Reading[]>;
  /** How many of an owner's have not ended. */
  unfinished(owner: string): Promise<number>;
  /** How many wait and run, by model. */
  counts(): Promise<{ model: string; state: ReadingState; count: number }[]>;
  /** Whether a reading that has not ended needs this document. */
  uses(document: string): Promise<boolean>;
  /** The next that waits for a model: the highest priority, then the oldest. */
  claim(model: string): Promise<Claimed | undefined>;
  /** Gives a claimed reading back. */
  release(reading: Reading): Promise<void>;
  /** Ends a claimed reading as its fields say. */
  finish(reading: Reading): Promise<void>;
  /** Ends one that waits; false when it does not. */
  cancelWaiting(id: string, owner: string): Promise<boolean>;
  /** Asks whoever runs a reading to end it. */
  wish(id: string, wish: Wish): Promise<void>;
  /** Lets one that has ended wait again. */
  requeue(reading: Reading): Promise<void>;
  /** Removes one that has ended, and its events. */
  remove(id: string, owner: string): Promise<void>;
  /** Those that ended before a time, oldest first. */
  endedBefore(time: Date): AsyncGenerator<Reading>;
  /** The journals among these that no reading of the owner uses that has not ended. */
  unusedJournals(ids: readonly string[], owner: string): Promise<string[]>;
  /** Opens the events of a claimed reading for writing. */
  openEvents(reading: Reading): Promise<EventLog>;
  /** The events of a reading after a number; each call of what it gives tells those that came since the last. */
  follow(id: string, owner: string, after: number): () => AsyncGenerator<SentEvent>;
}

/** A reading that this process is to read. */
export interface Claimed {
  readonly reading: Reading;
  /** What somebody asked for before it was claimed. */
  readonly wish?: Wish;
}

/** How a reading ended, or that it waits again. */
export interface StateEvent {
  readonly type: 'state';
  readonly state: string;
  readonly error?: { readonly code: string; readonly message: string };
}

/** An event as it is kept and sent: numbered from 1 without gaps. */
export type LoggedEvent = (ReadingEvent | StateEvent) & { readonly id: number; readonly at: string };

/** An event as a follower gets it. */
export interface SentEvent {
  readonly event: LoggedEvent;
  /** The event as one line of JSON. */
  readonly line: string;
}

/** The events of one reading while it runs. */
export interface EventLog {
  /** The last chunk whose step is in the log, for each question. */
  readonly steps: ReadonlyMap<number, number>;
  /** The questions whose answers are in the log since it last changed its state. */
  readonly answered: ReadonlySet<number>;
  append(event: ReadingEvent): Promise<void>;
  close(): Promise<void>;
}

/** What is thrown when a process goes on with a reading that is no longer its own. */
export class LostReading extends Error {
  constructor(cause?: unknown) {
    super('The reading is no longer this process’s.', cause === undefined ? undefined : { cause });
    this.name = 'LostReading';
  }
}
