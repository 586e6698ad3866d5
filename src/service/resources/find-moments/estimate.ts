import type { Estimate } from '../../../contract/index.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import type { Trx } from '../../store/schema.ts';
import { FILE_URI, findFile } from '../common/lookup.ts';
import { checkUsable } from '../files/usable.ts';
import { requireFunds } from './committed.ts';
import { chargeRun, costOf, priceOf } from './cost.ts';
import { estimateOf } from './estimated.ts';
import { sameRun } from './obtain.ts';
import { heardFor, type RunRow } from './rows.ts';
import { wantedRun } from './wanted.ts';

const FREE = { micros: 0, runs: 0, reused: 1, unknown: 0 } as const;
const NEW = { runs: 1, reused: 0 } as const;

/** What a run over a file would cost. Changes nothing; media at a URL is not fetched, and counts as not processed yet. */
export async function estimateRun(
  ctx: RequestContext,
  { body, sent }: Input<'find-moments.estimate'>,
): Promise<Estimate> {
  const { url } = body;
  if (!url.startsWith(FILE_URI)) return estimateOf(ctx, { ...NEW, micros: costOf(1), unknown: 1 });
  const file = await findFile(ctx, url.slice(FILE_URI.length));
  checkUsable(file);
  const wanted = wantedRun(body, sent);
  const heard = await heardFor(ctx.db, file.id, wanted.options);
  const refresh = body.cache_policy === 'refresh';
  const known = refresh ? undefined : await sameRun(ctx, ctx.db, { ...wanted, file_id: file.id, heard });
  if (known) return estimateOf(ctx, FREE);
  const price = await priceOf(ctx.db, file.id);
  return estimateOf(ctx, { ...NEW, micros: price.micros, unknown: price.known ? 0 : 1 });
}

/**
 * Checks whether the account can pay for a run that a request has just added, and charges it. A run over a file that is not
 * processed yet is charged when it begins, because its length is not known.
 * @param limit the most credits that it may cost @returns millionths of a credit @throws 402
 */
export async function payRun(
  ctx: RequestContext,
  trx: Trx,
  run: RunRow,
  limit: number | undefined,
): Promise<number> {
  const { micros, known } = await priceOf(trx, run.file_id);
  await requireFunds(ctx, trx, run.account_id, { micros, limit, what: 'the run' });
  return known ? chargeRun(ctx, trx, run) : 0;
}
