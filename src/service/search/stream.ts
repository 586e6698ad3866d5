import type { DeepSearch } from '../../contract/index.ts';

/** One server-sent event of a deep search. */
export type DeepSearchEvent =
  | { type: 'deep_search.created' | 'deep_search.completed'; deep_search: DeepSearch }
  | { type: 'deep_search.text.delta'; delta: string }
  | { type: 'deep_search.text.done'; text: string }
  | { type: 'deep_search.result.added'; index: number; result: NonNullable<DeepSearch['results']>[number] }
  | { type: 'error'; error: NonNullable<DeepSearch['error']> };

/** The events of a finished deep search: its results, its text piece by piece, its end. */
export function* eventsOf(search: DeepSearch, pieces: readonly string[]): Generator<DeepSearchEvent> {
  for (const [index, result] of (search.results ?? []).entries()) {
    yield { type: 'deep_search.result.added', index, result };
  }
  for (const delta of pieces) yield { type: 'deep_search.text.delta', delta };
  yield { type: 'deep_search.text.done', text: search.text ?? '' };
  yield { type: 'deep_search.completed', deep_search: search };
}

/** Sends events as server-sent events, ending with `data: [DONE]`. If the caller hangs up, the generator is ended. */
export function eventStream(events: AsyncGenerator<DeepSearchEvent>): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await events.next();
      if (!next.done) {
        controller.enqueue(
          encoder.encode(`event: ${next.value.type}\ndata: ${JSON.stringify(next.value)}\n\n`),
        );
        return;
      }
      controller.enqueue(encoder.encode('data: [DONE]\n\n'));
      controller.close();
    },
    async cancel() {
      await events.return(undefined);
    },
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' },
  });
}
