export * from './config/index.ts';
export * from './document/index.ts';
export * from './hub/index.ts';
export * from './journal/index.ts';
