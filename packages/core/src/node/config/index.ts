export { configFolder, type Environment, journalFolder, modelsFolder, stateFolder } from './folders.ts';
