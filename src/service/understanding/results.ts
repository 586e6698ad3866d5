import { createHash } from 'node:crypto';
import { fromJson, toJson } from '../store/json.ts';
import type { Trx } from '../store/schema.ts';
import type { UnderstandingContext } from './context.ts';
import type { KeptPieces, MadeBy } from './port.ts';

/** What names a result: the content, and everything that decides what is found in it. */
export interface ResultKey {
  readonly content_hash: string;
  readonly sense: string;
  readonly provider: string;
  readonly settings_hash: string;
}

/** SHA-256 of the settings, whatever the order of their names. */
function settingsHash(settings: MadeBy['settings']): string {
  const ordered = Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(ordered)).digest('hex');
}

/** The name of what a provider makes of a content; undefined where the content has no name. */
export function resultKey(
  content_hash: string | null,
  modality: string,
  { provider, settings }: MadeBy,
): ResultKey | undefined {
  return content_hash === null
    ? undefined
    : { content_hash, sense: modality, provider, settings_hash: settingsHash(settings) };
}

/** What is kept under a name; undefined when there is nothing. */
export async function keptResult<Body>(
  { db }: UnderstandingContext,
  key: ResultKey,
): Promise<Body | undefined> {
  const row = await db
    .selectFrom('sense_results')
    .select('body')
    .where((where) => where.and(key))
    .executeTakeFirst();
  return row && fromJson<Body>(row.body);
}

/**
 * Keeps a result for whoever asks for the same. A job whose file was deleted meanwhile keeps nothing.
 * @throws LeaseLost then
 */
export async function keepResult(ctx: UnderstandingContext, key: ResultKey, body: object): Promise<void> {
  await ctx.write(async (trx) => {
    await trx
      .insertInto('sense_results')
      .values({ ...key, body: toJson(body), created_at: ctx.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
}

/** Forgets the results of a content when the last file that has it is gone. */
export async function forgetContent(trx: Trx, contentHash: string | null): Promise<void> {
  if (contentHash === null) return;
  const other = await trx
    .selectFrom('files')
    .select('id')
    .where('content_hash', '=', contentHash)
    .executeTakeFirst();
  if (!other) await trx.deleteFrom('sense_results').where('content_hash', '=', contentHash).execute();
}

/** Forgets the results of contents that no file has, as an earlier version left it. */
export async function forgetOrphans({ db, log }: Pick<UnderstandingContext, 'db' | 'log'>): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('sense_results')
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('files')
            .select('files.id')
            .whereRef('files.content_hash', '=', 'sense_results.content_hash'),
        ),
      ),
    )
    .executeTakeFirst();
  if (numDeletedRows > 0n)
    log.info('results of contents that no file has were removed', { results: Number(numDeletedRows) });
}

/**
 * The finished pieces of a result that is not whole yet. They are rows beside the whole ones, under the modality's name
 * with `:piece` behind it, and go when the whole is stored.
 */
export function keptPieces(
  ctx: UnderstandingContext,
  key: ResultKey,
): KeptPieces & { drop(): Promise<void> } {
  const sense = `${key.sense}:piece`;
  const named = (name: string) => ({ ...key, sense, settings_hash: `${key.settings_hash} ${name}` });
  return {
    get: (name) => keptResult<unknown>(ctx, named(name)),
    put: (name, piece) => keepResult(ctx, named(name), piece),
    drop: async () => {
      await ctx.db
        .deleteFrom('sense_results')
        .where('content_hash', '=', key.content_hash)
        .where('sense', '=', sense)
        .where('provider', '=', key.provider)
        .where('settings_hash', 'like', `${key.settings_hash} %`)
        .execute();
    },
  };
}
