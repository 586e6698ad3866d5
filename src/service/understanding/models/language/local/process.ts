import { importFrom, replyToService, serveRequests } from '../../model-process/main.ts';
import type { ModelReply, ModelRequest } from '../../model-process/messages.ts';
import { LLAMA } from '../llama-package.ts';
import { loadGenerator, TooLong } from './generator.ts';
import type { LlamaModule } from './llama.ts';
import type { LocalAnswer, LocalAsk, LocalStart } from './messages.ts';

/**
 * Answers one question after another, urgent ones first; tokens are counted at once. A question that nobody waits for any
 * more is left out, or given up.
 * @param loading resolves, or rejects, once the model can answer: until then no question is begun
 * @returns takes a request
 */
function generateInTurn(
  loading: Promise<unknown>,
  answer: (ask: LocalAsk, signal: AbortSignal) => Promise<LocalAnswer>,
  reply: (reply: ModelReply<LocalAnswer>) => void,
): (request: ModelRequest<LocalAsk>) => void {
  const waiting = new Map<number, LocalAsk>();
  let working = false;
  let current: { readonly id: number; readonly stop: AbortController } | undefined;

  async function answerOne(id: number, ask: LocalAsk, signal: AbortSignal): Promise<void> {
    try {
      reply({ type: 'answered', from: 'language', id, answer: await answer(ask, signal) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const kind = error instanceof TooLong ? 'overflow' : undefined;
      reply({ type: 'failed', from: 'language', id, reason, kind });
    }
  }

  async function work(): Promise<void> {
    if (working) return;
    working = true;
    await loading.catch(() => undefined);
    for (let next = first(waiting); next; next = first(waiting)) {
      const [id, ask] = next;
      waiting.delete(id);
      current = { id, stop: new AbortController() };
      reply({ type: 'begun', from: 'language', id });
      await answerOne(id, ask, current.stop.signal);
    }
    current = undefined;
    working = false;
  }

  return (request) => {
    const { id } = request;
    if (request.type === 'cancel') {
      waiting.delete(id);
      if (current?.id === id) current.stop.abort(new Error('nobody waits for the answer any more'));
    } else if (request.ask.type === 'count') {
      void answerOne(id, request.ask, AbortSignal.timeout(2 ** 31 - 1));
    } else {
      waiting.set(id, request.ask);
      void work();
    }
  };
}

/** The first urgent one, else the first. */
function first(waiting: ReadonlyMap<number, LocalAsk>): [number, LocalAsk] | undefined {
  const all = [...waiting];
  return all.find(([, ask]) => ask.type === 'answer' && ask.urgent) ?? all[0];
}

/** Main program of the language model's process. Its argument: a LocalStart as JSON. */
const start = JSON.parse(process.argv[2] ?? '{}') as LocalStart;

const loading = importFrom(start.runtime, LLAMA).then((llama) => loadGenerator(llama as LlamaModule, start));
serveRequests(
  generateInTurn(loading, async (ask, signal) => (await loading).answer(ask, signal), replyToService),
);
// Each question is answered with why the model cannot be loaded.
loading.catch(() => undefined);
