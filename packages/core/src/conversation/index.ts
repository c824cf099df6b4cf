export { type LanguageModelOptions, memAgentLanguageModel } from './language-model.ts';
export { type ReadableConversation, splitConversation, type Turn } from './split-conversation.ts';
