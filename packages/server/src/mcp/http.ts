import { randomUUID } from 'node:crypto';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { Context, Hono } from 'hono';
import type { Services } from '../create-server.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/middleware.ts';
import { createMcpServer } from './tool.ts';

/** The MCP sessions of a server. */
export interface McpSessions {
  close(): Promise<void>;
}

interface Session {
  readonly owner: string;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly server: McpServer;
}

/** The oldest sessions go when there are more. */
const maxSessions = 1000;

/** Tools are used by people who wait. */
const toolPriority = 10;

/** `/mcp`: MCP over streamable HTTP, a session for each client. */
export function addMcpRoutes(app: Hono<AppEnv>, services: Services): McpSessions {
  const sessions = new Map<string, Session>();

  const open = async (owner: string): Promise<Session> => {
    const journal = services.storage.journal('chats', owner);
    const server = createMcpServer({
      models: services.models.names,
      openModel: async (name) => services.models.view(await services.models.open(name), toolPriority),
      journal,
      ended: (reading) => journal.remove([reading]).catch(() => undefined),
      roots: services.roots,
      fallbackRoots: [],
      source: {
        urls: services.urls,
        maxBytes: services.limits.maxBytes,
        tmp: services.folders.tmp,
        stored: (id) => services.documents.open(id, owner),
      },
      version: services.version,
    });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        sessions.set(id, session);
        const [oldest] = sessions;
        if (sessions.size > maxSessions && oldest) {
          sessions.delete(oldest[0]);
          void oldest[1].server.close();
        }
      },
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const session = { owner, transport, server };
    await server.connect(transport);
    return session;
  };

  const handle = async (c: Context<AppEnv>) => {
    const id = c.req.header('mcp-session-id');
    const owner = c.get('owner');
    const known = id === undefined ? undefined : sessions.get(id);
    if (id !== undefined && known?.owner !== owner)
      throw new ApiError(404, 'session_not_found', 'There is no such session.');
    if (id !== undefined && known) {
      // The one used last is the last to go.
      sessions.delete(id);
      sessions.set(id, known);
    }
    const session = known ?? (await open(owner));
    const response = await session.transport.handleRequest(c.req.raw);
    c.get('done')();
    return response;
  };
  app.post('/mcp', handle);
  app.get('/mcp', handle);
  app.delete('/mcp', handle);

  return {
    close: async () => {
      await Promise.allSettled([...sessions.values()].map(({ server }) => server.close()));
      sessions.clear();
    },
  };
}
