export {
  createServer,
  type MemAgentServer,
  type ServerOptions,
  type UrlSettings,
} from './create-server.ts';
export { isPublicAddress } from './documents/addresses.ts';
export { isLoopback } from './keys/guard.ts';
export {
  addDatabaseKey,
  addKey,
  hashToken,
  type Key,
  type KeyLimits,
  newKey,
  parseKeyLimits,
  readKeys,
} from './keys/keys.ts';
export { type Listening, type ListenOptions, listen } from './listen.ts';
export { serveMcpStdio } from './mcp/stdio.ts';
export { createMcpServer, type McpOptions } from './mcp/tool.ts';
export type { ModelSources } from './models/registry.ts';
export { createLog } from './observe/log.ts';
export { openApiDocument } from './openapi/document.ts';
