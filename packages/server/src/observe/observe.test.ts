import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, startTestServer, type TestServer } from '../testing/harness.ts';
import { story } from '../testing/reading-model.ts';

interface Recorded {
  readonly name: string;
  readonly attributes: Attributes;
  readonly kind: SpanKind | undefined;
  readonly parent: Span | undefined;
  readonly span: Span;
  ended: boolean;
}

const spans: Recorded[] = [];
const tracer = {
  startSpan(name: string, options: SpanOptions, context = ROOT_CONTEXT) {
    const span = {
      setAttributes: (more: Attributes) => Object.assign(recorded.attributes, more),
      setAttribute: (key: string, value: string) => Object.assign(recorded.attributes, { [key]: value }),
      setStatus: () => span,
      end: () => {
        recorded.ended = true;
      },
    } as unknown as Span;
    const recorded: Recorded = {
      name,
      attributes: { ...options.attributes },
      kind: options.kind,
      parent: trace.getSpan(context),
      span,
      ended: false,
    };
    spans.push(recorded);
    return span;
  },
} as unknown as Tracer;

let test: TestServer;
beforeAll(async () => {
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  test = await startTestServer();
});
afterAll(async () => {
  await test.close();
  trace.disable();
});

describe('spans', () => {
  it('tell of a reading and its calls, and hold no text', async () => {
    const made: Json = await (
      await test.post('/v1/readings', {
        document: { text: story(300) },
        question: 'What is the password?',
        seed: 7,
      })
    ).json();
    await test.finished(made.id);
    const [agent, ...calls] = spans;
    expect(agent).toMatchObject({
      name: 'invoke_agent memagent',
      kind: SpanKind.INTERNAL,
      attributes: {
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': 'memagent',
        'gen_ai.provider.name': 'memagent',
        'gen_ai.request.model': 'reader',
        'gen_ai.conversation.id': made.id,
      },
      ended: true,
    });
    expect(calls.length).toBeGreaterThan(3);
    for (const call of calls) {
      expect(call.parent).toBe(agent!.span);
      expect(call).toMatchObject({
        name: 'chat reader',
        kind: SpanKind.CLIENT,
        attributes: {
          'gen_ai.operation.name': 'chat',
          'gen_ai.provider.name': 'memagent',
          'gen_ai.request.model': 'reader',
          'gen_ai.request.max_tokens': expect.any(Number),
          'gen_ai.request.temperature': 0,
          'gen_ai.request.seed': 7,
          'gen_ai.output.type': 'text',
          'gen_ai.usage.output_tokens': expect.any(Number),
          'gen_ai.usage.input_tokens': expect.any(Number),
          'gen_ai.response.finish_reasons': ['stop'],
        },
        ended: true,
      });
    }
    expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toMatch(/password|bluebird/);
  });
});

describe('health and metrics', () => {
  it('is ready once the model is open', async () => {
    const own = await startTestServer();
    expect((await own.ask('/healthz')).status).toBe(200);
    expect((await own.ask('/readyz')).status).toBe(503);
    await own.server.warm();
    expect((await own.ask('/readyz')).status).toBe(200);
    await own.close();
    expect((await own.ask('/readyz')).status).toBe(503);
  });

  it('counts in Prometheus’ format', async () => {
    await test.ask('/v1/readings/rd_none');
    const response = await test.ask('/metrics');
    expect(response.headers.get('content-type')).toContain('version=0.0.4');
    const text = await response.text();
    for (const line of text.trim().split('\n'))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"\n]*",?)+\})? -?[\d.e+-]+)$/);
    expect(text).toContain(
      'memagent_http_requests_total{method="GET",route="/v1/readings/:id",status="404"} 1',
    );
    expect(text).toMatch(/memagent_steps_total\{model="reader",outcome="written"\} \d+/);
    expect(text).toContain('memagent_readings_total{model="reader",state="done"} 1');
    expect(text).toMatch(/memagent_tokens_total\{model="reader",direction="in"\} \d{4}/);
    expect(text).toMatch(/memagent_model_call_seconds_bucket\{model="reader",le="\+Inf"\} \d+/);
  });
});
