/** What goes into a stream of server-sent events; `comment` keeps the connection alive. */
export type SseItem =
  | { readonly data: string; readonly id?: string; readonly event?: string }
  | { readonly comment: string };

/**
 * A response of server-sent events, made as fast as the client takes them. `close` is called once, when the client has
 * gone or all is sent.
 */
export function sseResponse(
  items: AsyncGenerator<SseItem>,
  close: () => void,
  headers: Record<string, string> = {},
): Response {
  const encoder = new TextEncoder();
  let closed = false;
  const end = () => {
    if (!closed) close();
    closed = true;
  };
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await items.next();
        if (closed) return;
        if (next.done) {
          end();
          controller.close();
        } else controller.enqueue(encoder.encode(frame(next.value)));
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    cancel() {
      end();
      void items.return(undefined).catch(() => undefined);
    },
  });
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      ...headers,
    },
  });
}

function frame(item: SseItem): string {
  if ('comment' in item) return `: ${item.comment}\n\n`;
  const id = item.id === undefined ? '' : `id: ${item.id}\n`;
  const event = item.event === undefined ? '' : `event: ${item.event}\n`;
  return `${id}${event}data: ${item.data}\n\n`;
}

/** The same items, with a comment whenever none has come for a while: proxies and clients give up on silence. */
export async function* keptAlive(items: AsyncGenerator<SseItem>, ms: number): AsyncGenerator<SseItem> {
  let next = items.next();
  try {
    while (true) {
      let timer: NodeJS.Timeout | undefined;
      const quiet = new Promise<undefined>((resolve) => {
        timer = setTimeout(() => resolve(undefined), ms);
      });
      const came = await Promise.race([next, quiet]).finally(() => clearTimeout(timer));
      if (came === undefined) {
        yield { comment: 'still reading' };
        continue;
      }
      if (came.done) return;
      yield came.value;
      next = items.next();
    }
  } finally {
    next.catch(() => undefined);
    void items.return(undefined).catch(() => undefined);
  }
}
