import { createHash } from 'node:crypto';
import type { Modality } from '../../../contract/index.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { fromJson, toJson } from '../../store/sql/json.ts';
import type { Db, Trx } from '../../store/sql/schema.ts';
import type { UnderstandingContext } from './context.ts';
import type { KeptPieces, MadeBy } from './port.ts';

/** Identifies a result: the content, and everything that affects the result. */
export interface ResultKey {
  readonly content_hash: string;
  readonly analysis: string;
  readonly provider: string;
  readonly settings_hash: string;
}

/** SHA-256 of the settings, independent of their order. */
function settingsHash(settings: MadeBy['settings']): string {
  const ordered = Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(ordered)).digest('hex');
}

/** The key of a provider's result for a content; undefined if the content has no hash. */
export function resultKey(
  content_hash: string | null,
  analysis: string,
  { provider, settings }: MadeBy,
): ResultKey | undefined {
  return content_hash === null
    ? undefined
    : { content_hash, analysis, provider, settings_hash: settingsHash(settings) };
}

/** The stored result; undefined if there is none. */
export async function keptResult<Body>(
  { db }: UnderstandingContext,
  key: ResultKey,
): Promise<Body | undefined> {
  const row = await db
    .selectFrom('analysis_results')
    .select('body')
    .where((where) => where.and(key))
    .executeTakeFirst();
  return row && fromJson<Body>(row.body);
}

/**
 * Stores a result for later requests of the same. A job whose file was deleted stores nothing.
 * @throws LeaseLost in that case
 */
export async function keepResult(ctx: UnderstandingContext, key: ResultKey, body: object): Promise<void> {
  await ctx.write(async (trx) => {
    await trx
      .insertInto('analysis_results')
      .values({ ...key, body: toJson(body), created_at: ctx.clock() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await dropBefore(trx, key);
  });
}

/** The name under which a result waits until it was made again. */
const before = (analysis: string) => `${analysis}:before`;

/**
 * Puts the results of a modality of a content aside: they are made again, and come back if that fails. Nothing is aside under
 * the same key: storing a result deletes that.
 */
export async function setAside(trx: Trx, contentHash: string | null, modality: Modality): Promise<void> {
  await trx
    .updateTable('analysis_results')
    .set({ analysis: before(modality) })
    .where('content_hash', '=', contentHash ?? '')
    .where('analysis', '=', modality)
    .execute();
  await forgetModality(trx, contentHash, modality);
}

/** The result that was put aside; undefined if there is none. */
export function resultBefore<Body>(ctx: UnderstandingContext, key: ResultKey): Promise<Body | undefined> {
  return keptResult<Body>(ctx, { ...key, analysis: before(key.analysis) });
}

async function dropBefore(trx: Trx, key: ResultKey): Promise<void> {
  const aside = { ...key, analysis: before(key.analysis) };
  await trx
    .deleteFrom('analysis_results')
    .where((where) => where.and(aside))
    .execute();
}

/** Deletes the results of a modality of a content, or its outlines, so that they are made again. */
export async function forgetModality(
  trx: Trx,
  contentHash: string | null,
  modality: Modality | 'outline',
): Promise<void> {
  await trx
    .deleteFrom('analysis_results')
    .where('content_hash', '=', contentHash ?? '')
    .where('analysis', 'in', [modality, `${modality}:piece`])
    .execute();
}

/** Deletes the results of a content once no file has it. */
export async function forgetContent(trx: Trx, contentHash: string | null): Promise<void> {
  if (contentHash === null) return;
  const other = await trx
    .selectFrom('files')
    .select('id')
    .where('content_hash', '=', contentHash)
    .where(isKept('files'))
    .executeTakeFirst();
  if (!other) await trx.deleteFrom('analysis_results').where('content_hash', '=', contentHash).execute();
}

/** Contents looked at in one statement. */
const PORTION = 200;

/** Deletes the results of contents that no file has, left by an earlier version. */
export async function forgetOrphans({
  db,
  log,
  signal,
}: Pick<UnderstandingContext, 'db' | 'log'> & { readonly signal?: AbortSignal }): Promise<void> {
  let results = 0;
  for (let last = ''; ; ) {
    signal?.throwIfAborted();
    const contents = await contentsAfter(db, last);
    results += await forgetUnused(db, contents);
    if (contents.length < PORTION) break;
    last = contents.at(-1) ?? '';
  }
  if (results > 0) log.info('deleted results of contents that no file has', { results });
}

/** The next contents with results, in order. */
async function contentsAfter(db: Db, last: string): Promise<string[]> {
  const rows = await db
    .selectFrom('analysis_results')
    .select('content_hash')
    .distinct()
    .where('content_hash', '>', last)
    .orderBy('content_hash')
    .limit(PORTION)
    .execute();
  return rows.map(({ content_hash }) => content_hash);
}

/** Deletes the results of those of the contents that no file has; returns how many. */
async function forgetUnused(db: Db, contents: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('analysis_results')
    .where('content_hash', 'in', contents)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('files')
            .select('files.id')
            .whereRef('files.content_hash', '=', 'analysis_results.content_hash'),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * The finished pieces of an incomplete result. They are rows beside the complete ones, with `:piece` after the
 * modality's name, and are deleted once the complete result is stored.
 */
export function keptPieces(
  ctx: UnderstandingContext,
  key: ResultKey,
): KeptPieces & { drop(): Promise<void> } {
  const analysis = `${key.analysis}:piece`;
  const named = (name: string) => ({ ...key, analysis, settings_hash: `${key.settings_hash} ${name}` });
  return {
    get: (name) => keptResult<unknown>(ctx, named(name)),
    put: (name, piece) => keepResult(ctx, named(name), piece),
    drop: async () => {
      await ctx.db
        .deleteFrom('analysis_results')
        .where('content_hash', '=', key.content_hash)
        .where('analysis', '=', analysis)
        .where('provider', '=', key.provider)
        .where('settings_hash', 'like', `${key.settings_hash} %`)
        .execute();
    },
  };
}
