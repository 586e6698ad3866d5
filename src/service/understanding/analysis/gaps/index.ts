/**
 * What was not heard, read or seen in a file, and why: the one place that says so. Stored results and open work come
 * in; gaps with the next step go out.
 */

import { type SqlBool, sql } from 'kysely';
import { type Gap, gapReasons, type Modality } from '../../../../contract/index.ts';
import { compiledOnce } from '../../../store/sql/compiled.ts';
import { isKept } from '../../../store/sql/deletions.ts';
import { listOf } from '../../../store/sql/expressions.ts';
import { fromJson } from '../../../store/sql/json.ts';
import type { Db, Json } from '../../../store/sql/schema.ts';
import type { WordScope } from '../../../store/words/reach.ts';
import type { UnderstandingConfig } from '../../modalities/context.ts';
import type { GapReason, HeldGap } from '../../modalities/held-gaps.ts';
import { type Found, shownGap } from './gap-text.ts';
import { asArgument, type HearingNow, hearingNow, nextOf, untrustedCommand, type Where } from './next.ts';
import { outdatedIn } from './outdated.ts';

/** Looking for gaps reads rows, and what can recognise speech now. */
export interface GapContext {
  readonly db: Db;
  readonly config: UnderstandingConfig;
}

/** Collections that a command is named for. */
const MOST_COLLECTIONS = 3;
/** True of nearly every collection, and no reason to find nothing: said of single files only. */
const UNSAID: readonly GapReason[] = ['no_audio', 'no_speech'];

/**
 * What was not heard, read or seen in the files of a scope, and why; most important first. It takes a few queries, whose time
 * grows with the files that have gaps.
 * @param modalities those that count; default: all
 */
export async function gapsIn(
  { db, config }: GapContext,
  scope: WordScope,
  modalities?: readonly Modality[],
): Promise<Gap[]> {
  const counted = await filesIn(db, scope);
  const counts = (modality: Modality | undefined) =>
    !modalities || !modality || modalities.includes(modality);
  const outdated = await outdatedIn({ db, config }, placed(scope, 'collection_file_modalities', 'm'));
  const found: Summed[] = [
    ...(await heldIn(db, scope)),
    ...(await leftOutIn(db, scope)),
    ...unfinished(counted),
    ...(outdated
      ? [{ modality: 'speech' as const, reason: 'outdated' as const, ...outdated, outdated }]
      : []),
  ].filter(({ modality, reason }) => counts(modality) && !UNSAID.includes(reason));
  if (found.length === 0) return [];
  const now = await hearingNow(config);
  const names = await collectionsNamed(db, scope, found);
  return found
    .map((one) => ({ ...one, files: Math.min(one.files, counted.total), total: counted.total }))
    .sort((one, other) => gapReasons.indexOf(one.reason) - gapReasons.indexOf(other.reason))
    .map((one) => shownGap(one, nextOf(one, whereOf(one, names), now), now.hears));
}

/** A gap of a scope. */
interface Summed extends Found {
  readonly files: number;
  readonly collections: readonly string[];
  /** Of the first of its files. */
  readonly file_id?: string | undefined;
}

function placed(scope: WordScope, table: 'collection_files' | 'collection_file_modalities', alias: string) {
  const { accountId, collections, files } = scope;
  const within = (column: string, ids: readonly string[] | undefined) =>
    ids ? sql<SqlBool>`${sql.ref(`${alias}.${column}`)} in ${listOf(ids)}` : sql<SqlBool>`true`;
  return sql<SqlBool>`${sql.ref(`${alias}.account_id`)} = ${accountId} and ${within('collection_id', collections)}
    and ${within('file_id', files)} and ${isKept(table, alias)}`;
}

/** The gaps that are stored with the files of a scope. */
async function heldIn(db: Db, scope: WordScope): Promise<Summed[]> {
  const { rows } = await sql<{
    modality: Modality;
    reason: GapReason;
    files: number;
    lines: number | null;
    collections: string;
    first: string;
    gaps: string;
  }>`
    select m.modality, g.value ->> 'reason' as reason, count(distinct m.file_id) as files,
      sum(cast(g.value ->> 'lines' as integer)) as lines, json_group_array(distinct m.collection_id) as collections,
      min(m.collection_id || ' ' || m.file_id) as first, min(m.gaps) as gaps
    from collection_file_modalities m cross join json_each(m.gaps) g
    where m.gaps is not null and ${placed(scope, 'collection_file_modalities', 'm')}
    group by m.modality, g.value ->> 'reason'`.execute(db);
  const single = rows.filter(({ files }) => files === 1);
  const filenames = await filenamesOf(
    db,
    single.map(({ first }) => first),
  );
  return rows.map(({ modality, reason, files, lines, collections, first, gaps }) => {
    const own = fromJson<HeldGap[]>(gaps).find((one) => one.reason === reason);
    const [, file_id] = first.split(' ');
    return {
      ...(files === 1 && own),
      modality,
      reason,
      files,
      file_id,
      collections: fromJson<string[]>(collections),
      ...(lines !== null && { lines: Number(lines) }),
      ...(files === 1 && { filename: filenames.get(first) }),
    };
  });
}

/** The names of files, by `collection_id file_id`. */
async function filenamesOf(db: Db, places: readonly string[]): Promise<Map<string, string>> {
  if (places.length === 0) return new Map();
  const rows = await db
    .selectFrom('collection_files')
    .select(['collection_id', 'file_id', 'filename'])
    .where('collection_id', 'in', listOf(places.map((place) => place.split(' ')[0] ?? '')))
    .where('file_id', 'in', listOf(places.map((place) => place.split(' ')[1] ?? '')))
    .execute();
  return new Map(rows.map((row) => [`${row.collection_id} ${row.file_id}`, row.filename]));
}

interface Counted {
  readonly total: number;
  readonly open: number;
  readonly failed: number;
  readonly collections: readonly string[];
}

/** The files of a scope, and how many of them are not processed. */
async function filesIn(db: Db, scope: WordScope): Promise<Counted> {
  const { rows } = await sql<{ total: number; open: number; failed: number; collections: string }>`
    select count(distinct m.file_id) as total,
      count(distinct case when m.status in ('pending', 'processing') then m.file_id end) as open,
      count(distinct case when m.status = 'failed' then m.file_id end) as failed,
      json_group_array(distinct case when m.status in ('pending', 'processing', 'failed') then m.collection_id end)
        as collections
    from collection_files m where ${placed(scope, 'collection_files', 'm')}`.execute(db);
  const { total, open, failed, collections } = rows[0] ?? { total: 0, open: 0, failed: 0, collections: '[]' };
  const named = fromJson<(string | null)[]>(collections).filter((id) => id !== null);
  return { total, open, failed, collections: named };
}

function unfinished({ open, failed, collections }: Counted): Summed[] {
  return [
    ...(open > 0 ? [{ reason: 'not_processed' as const, files: open, collections }] : []),
    ...(failed > 0 ? [{ reason: 'failed' as const, files: failed, collections }] : []),
  ];
}

/** The files of collections that leave speech out. Only asked of named collections: what they do is known there. */
async function leftOutIn(db: Db, scope: WordScope): Promise<Summed[]> {
  if (!scope.collections) return [];
  const all = await db
    .selectFrom('collections')
    .select(['id', 'config'])
    .where('id', 'in', listOf(scope.collections))
    .execute();
  const collections = all.filter(({ config }) => leavesSpeechOut(config)).map(({ id }) => id);
  if (collections.length === 0) return [];
  const { rows } = await sql<{ files: number }>`
    select count(distinct m.file_id) as files from collection_files m
    join files f on f.id = m.file_id and f.media_type in ('video', 'audio')
    where m.status = 'completed' and ${placed({ ...scope, collections }, 'collection_files', 'm')}`.execute(
    db,
  );
  const files = rows[0]?.files ?? 0;
  return files > 0 ? [{ modality: 'speech', reason: 'left_out', files, collections }] : [];
}

function leavesSpeechOut(config: string | null): boolean {
  type Choice = { readonly enable_speech?: boolean };
  const own = fromJson<{ describe_config?: Choice; transcribe_config?: Choice }>(config);
  return (own?.describe_config ?? own?.transcribe_config)?.enable_speech === false;
}

type Names = ReadonlyMap<string, { readonly name: string; readonly type: string }>;

async function collectionsNamed(db: Db, scope: WordScope, found: readonly Summed[]): Promise<Names> {
  const ids = [...new Set(found.flatMap(({ collections }) => collections.slice(0, MOST_COLLECTIONS)))];
  const rows = await db
    .selectFrom('collections')
    .select(['id', 'name', 'collection_type'])
    .where('account_id', '=', scope.accountId)
    .where('id', 'in', listOf(ids))
    .execute();
  return new Map(rows.map(({ id, name, collection_type: type }) => [id, { name, type }]));
}

function whereOf({ collections, file_id }: Summed, names: Names): Where {
  const named = collections.slice(0, MOST_COLLECTIONS).map((id) => asArgument(names.get(id)?.name ?? id, id));
  const [first = ''] = collections;
  const type = names.get(first)?.type ?? '';
  return {
    redo: named.map((one) => `--collection ${one}`),
    collection: named[0],
    ...(file_id !== undefined && { untrusted: untrustedCommand(type, named[0] ?? first, file_id) }),
  };
}

/** A row with gaps of one modality of a collection file. */
interface Row {
  readonly collection_id: string;
  readonly file_id: string;
  readonly modality: string;
  readonly gaps: Json | null;
  readonly collection_type: string;
}

/** The gaps of one file, in all of its collections. Asked with every GET of a file. */
const rowsOfFile = compiledOnce((db, fileId: string) =>
  db
    .selectFrom('collection_file_modalities as m')
    .innerJoin('collections as c', 'c.id', 'm.collection_id')
    .select(['m.collection_id', 'm.file_id', 'm.modality', 'm.gaps', 'c.collection_type'])
    .where('m.file_id', '=', fileId)
    .where('m.gaps', 'is not', null)
    .where(isKept('collection_file_modalities', 'm')),
);

/** What was not heard, read or seen in a file, in whichever of its collections; undefined if nothing is missing. */
export async function gapsOfFile(ctx: GapContext, fileId: string): Promise<Gap[] | undefined> {
  return (await shownByFile(ctx, await rowsOfFile(ctx.db, fileId))).get(fileId);
}

/** The same of many files, by their ids. @param collectionId only as they are in this collection */
export async function gapsOfFiles(
  ctx: GapContext,
  fileIds: readonly string[],
  collectionId?: string,
): Promise<Map<string, Gap[]>> {
  let asked = ctx.db
    .selectFrom('collection_file_modalities as m')
    .innerJoin('collections as c', 'c.id', 'm.collection_id')
    .select(['m.collection_id', 'm.file_id', 'm.modality', 'm.gaps', 'c.collection_type'])
    .where('m.file_id', 'in', listOf(fileIds))
    .where('m.gaps', 'is not', null)
    .where(isKept('collection_file_modalities', 'm'));
  if (collectionId !== undefined) asked = asked.where('m.collection_id', '=', collectionId);
  return shownByFile(ctx, await asked.execute());
}

/** Gaps that are stored with a job outside collections: see gapsByModality. */
export async function gapsOfJob(
  ctx: GapContext,
  fileId: string,
  stored: Json | null,
): Promise<Gap[] | undefined> {
  if (stored === null) return undefined;
  const rows = Object.entries(fromJson<Record<string, HeldGap[]>>(stored)).map(([modality, gaps]) => ({
    modality,
    file_id: fileId,
    collection_id: '',
    collection_type: '',
    gaps: JSON.stringify(gaps) as Json,
  }));
  return (await shownByFile(ctx, rows)).get(fileId);
}

/** Each kind of gap of a file once, however many collections have it. */
async function shownByFile({ config }: GapContext, rows: readonly Row[]): Promise<Map<string, Gap[]>> {
  const shown = new Map<string, Gap[]>();
  if (rows.length === 0) return shown;
  const now = await hearingNow(config);
  for (const row of rows) {
    const all = shown.get(row.file_id) ?? [];
    for (const gap of shownOf(row, now))
      if (!all.some(({ modality, reason }) => modality === gap.modality && reason === gap.reason))
        all.push(gap);
    shown.set(row.file_id, all);
  }
  return shown;
}

function shownOf({ modality, file_id, collection_id, collection_type, gaps }: Row, now: HearingNow): Gap[] {
  return (fromJson<HeldGap[] | null>(gaps) ?? []).map((held) => {
    const found = { ...held, modality: modality as Modality };
    const untrusted = untrustedCommand(collection_type, collection_id, file_id);
    return shownGap(found, nextOf(found, { redo: [file_id], untrusted }, now), now.hears);
  });
}

export { gapLine, gapsInWords } from './gap-text.ts';
export { gapsByModality } from './of-result.ts';
