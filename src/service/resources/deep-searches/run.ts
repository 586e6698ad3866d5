import type { ServiceContext } from '../../context/context.ts';
import { type DeepSearchRow, perform } from '../../search/deep-search.ts';
import type { KnowledgeBase } from '../../search/filters/knowledge.ts';
import type { SearchOutcome } from '../../search/search.ts';
import { fromJson } from '../../store/sql/json.ts';
import { chatSession, WHILE_WAITING } from '../../understanding/models/language/chat.ts';
import { languageModel } from '../../understanding/models/language/model.ts';
import { gapPieces, gapsBehind } from '../common/gaps-behind.ts';
import { withEncoder } from '../common/with-encoder.ts';

/** How often a running search looks whether it was cancelled, in milliseconds. The cancel may come from another process. */
const LOOK_MS = 250;

/**
 * Runs a search while its row is in progress: within half a second of a cancel or a deletion, it stops, whatever it does.
 * @returns undefined if it was cancelled or deleted
 * @throws ServiceError; the signal's reason
 */
export async function runWhileOpen(
  ctx: ServiceContext,
  row: DeepSearchRow,
  signal: AbortSignal,
): Promise<SearchOutcome | undefined> {
  const ended = new AbortController();
  const look = setInterval(() => {
    void isOpen(ctx, row.id).then((open) => open || ended.abort(new Error('the deep search was cancelled')));
  }, LOOK_MS);
  const language = languageModel(ctx.config);
  const model = language && chatSession(language, WHILE_WAITING);
  const started = performance.now();
  try {
    const outcome = await perform(
      await withEncoder(ctx),
      row,
      AbortSignal.any([signal, ended.signal]),
      model,
    );
    return await withGaps(ctx, row, outcome);
  } catch (error) {
    if (ended.signal.aborted && !signal.aborted) return undefined;
    throw error;
  } finally {
    clearInterval(look);
    ctx.metrics.record(
      'vau_search_duration_seconds',
      { kind: 'deep' },
      (performance.now() - started) / 1_000,
    );
  }
}

/** Says what was not heard, read or seen, where little was found or nothing answers. */
async function withGaps(
  ctx: ServiceContext,
  { account_id, knowledge_base, limit }: DeepSearchRow,
  outcome: SearchOutcome,
): Promise<SearchOutcome> {
  const results = outcome.unanswered ? 0 : outcome.results.length;
  const knowledgeBase = fromJson<KnowledgeBase>(knowledge_base);
  const gaps = await gapsBehind(ctx, account_id, { knowledgeBase, results, limit });
  return {
    ...outcome,
    gaps,
    pieces: results === 0 ? [...outcome.pieces, ...gapPieces(gaps)] : outcome.pieces,
  };
}

/** A look that fails changes nothing: the search itself meets the same fault. */
async function isOpen({ db }: ServiceContext, id: string): Promise<boolean> {
  try {
    const row = await db.selectFrom('deep_searches').select('status').where('id', '=', id).executeTakeFirst();
    return row?.status === 'in_progress';
  } catch {
    return true;
  }
}
