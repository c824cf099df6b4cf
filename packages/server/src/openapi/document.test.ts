import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, startTestServer, type TestServer } from '../testing/harness.ts';

let test: TestServer;
let document: Json;
beforeAll(async () => {
  test = await startTestServer({ version: '9.9.9' });
  document = await (await test.ask('/openapi.json')).json();
});
afterAll(() => test.close());

describe('the OpenAPI document', () => {
  it('has every route, and no other', () => {
    const routes = test.server.app.routes
      .filter(({ path }) => path !== '/*')
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')}`);
    const described = Object.entries(document.paths as Record<string, object>).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((key) => key !== 'parameters')
        .map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual([...new Set(routes)].sort());
  });

  it('is whole: version, references and parameters', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'MemAgent', version: '9.9.9' } });
    for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      expect(document.components.schemas).toHaveProperty(name!);
    for (const [path, item] of Object.entries(document.paths as Record<string, Json>)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      for (const operation of Object.values(item) as Json[]) {
        if (Array.isArray(operation)) continue;
        const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])];
        const inPath = parameters.filter((each) => each.in === 'path').map((each) => each.name);
        expect(inPath).toEqual(named);
        expect(operation.summary).toBeTruthy();
        expect(operation.responses.default).toBeDefined();
      }
    }
  });

  it('describes the queries of lists', () => {
    const names = (path: string) => document.paths[path].get.parameters.map(({ name }: Json) => name);
    expect(names('/v1/readings')).toEqual(['limit', 'after', 'state', 'words']);
    expect(names('/v1/documents')).toEqual(['limit', 'after']);
  });

  it('describes texts as strings, wherever they lie while they are read', () => {
    const { Chat, NewReading, NewDocument } = document.components.schemas;
    expect(Chat.properties.messages.items.properties.content.anyOf[0]).toEqual({ type: 'string' });
    expect(document.components.schemas.Response.properties.input.anyOf[0]).toEqual({ type: 'string' });
    expect(NewDocument.anyOf[0].properties.text).toEqual({ type: 'string' });
    expect(NewReading.properties.policy.enum).toEqual(['overwrite', 'gated', 'select']);
  });
});
