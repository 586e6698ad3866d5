import type { Db, Trx } from '../../store/sql/schema.ts';
import type { UnderstandingContext } from '../modalities/context.ts';

/** How long an analysis takes. */
export interface SpeedOf {
  /** Seconds for each second of media; undefined if nothing is known. */
  readonly perSecond: number | undefined;
  /** Whether it was measured on this store's own media; else it is typical of a machine with two cores. */
  readonly measured: boolean;
}

/** Earlier work counts less once this much media was measured, in seconds: machines change. */
const MEMORY_SECONDS = 36_000;

/** Notes how long a new result took, beside whatever ran at the same time. @param made as `makerName` gives it */
export async function noteSpeed(
  trx: Trx,
  { analysis, made }: { readonly analysis: string; readonly made: string },
  { seconds, ms }: { readonly seconds: number; readonly ms: number },
): Promise<void> {
  if (seconds <= 0) return;
  const known = await stored(trx, analysis, made);
  const keep = known && known.media_seconds > MEMORY_SECONDS ? 0.5 : 1;
  const row = {
    media_seconds: (known?.media_seconds ?? 0) * keep + seconds,
    ms: (known?.ms ?? 0) * keep + ms,
  };
  await trx
    .insertInto('analysis_speeds')
    .values({ analysis, made_by: made, ...row })
    .onConflict((clash) => clash.columns(['analysis', 'made_by']).doUpdateSet(row))
    .execute();
}

/** Runs work, and notes how long it took. A failure is not noted. */
export async function timed<Result>(
  ctx: Pick<UnderstandingContext, 'clock' | 'write'>,
  of: { readonly analysis: string; readonly made: string; readonly seconds: number | null },
  work: () => Promise<Result>,
): Promise<Result> {
  const began = ctx.clock();
  const result = await work();
  const ms = ctx.clock() - began;
  await ctx.write((trx) => noteSpeed(trx, of, { seconds: of.seconds ?? 0, ms }));
  return result;
}

/** How long an analysis takes by this maker: as earlier ones took, else a typical value. */
export async function speedOf(db: Db, analysis: string, made: string): Promise<SpeedOf> {
  const known = await stored(db, analysis, made);
  if (known && known.media_seconds > 0)
    return { perSecond: known.ms / 1000 / known.media_seconds, measured: true };
  return { perSecond: typical(analysis, made), measured: false };
}

function stored(db: Db, analysis: string, made: string) {
  return db
    .selectFrom('analysis_speeds')
    .select(['media_seconds', 'ms'])
    .where('analysis', '=', analysis)
    .where('made_by', '=', made)
    .executeTakeFirst();
}

/**
 * Seconds for each second of media on two processor cores. Measured on a film of 179 seconds: tesseract.js 0.06, the facts
 * of pictures 0.1 with objects, moonshine 0.17, faces 0.1. Nothing is known of models that vau setup brings, and of
 * endpoints, before they have worked here.
 */
const TYPICAL: readonly (readonly [RegExp, number])[] = [
  [/^tesseract\.js/, 0.06],
  [/^picture-facts/, 0.1],
  [/^measured/, 0.02],
  [/^moonshine/, 0.17],
  [/^face-api/, 0.1],
];

const typical = (analysis: string, made: string): number | undefined =>
  analysis === 'chapters' ? undefined : TYPICAL.find(([name]) => name.test(made))?.[1];
