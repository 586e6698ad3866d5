import type { OneOf, RedoBody, redoChanges, redoModalities } from '../../../contract/index.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Db } from '../../store/sql/schema.ts';
import { changeOf, isGiven, makerName } from '../../understanding/analysis/makers.ts';
import type { MadeBy } from '../../understanding/index.ts';
import { durationOf } from '../common/lookup.ts';
import { asksFor, isChosen, type StoredMakers, storedMakers } from '../common/made-by.ts';
import { hearingFor } from '../files/hearing-settings.ts';
import { type MakersNow, outlinedBy } from './makers-now.ts';

export type RedoModality = OneOf<typeof redoModalities>;

/** One result that would be made again. */
export interface OutdatedResult {
  readonly modality: RedoModality;
  /** What made it, and what would make it now, in words. */
  readonly before: string;
  readonly now: string;
  readonly change: OneOf<typeof redoChanges>;
  /** Whether it stays, because it would become worse. */
  readonly stays: boolean;
}

/** A file with results that would be made again. */
export interface OutdatedFile {
  readonly file_id: string;
  /** Length; 0 if it has none. */
  readonly seconds: number;
  readonly results: readonly OutdatedResult[];
}

/** Files read at once. */
const PAGE = 100;

/** The collection files of a redo. */
export interface RedoScope {
  readonly collectionId: string;
  readonly body: RedoBody;
  /** Only files that were added up to this time, Unix ms. */
  readonly until: number;
}

/**
 * Reads the next files of a collection, and which of their results would be made again.
 * @param after the last file read before
 * @returns the files with something to make again, and the last one that was read; undefined if there are no more
 */
export async function outdatedPage(
  db: Db,
  makers: MakersNow,
  scope: RedoScope,
  after: string,
): Promise<{ readonly files: readonly OutdatedFile[]; readonly last: string | undefined }> {
  const rows = await filesAfter(db, scope, after);
  const ids = rows.map(({ file_id }) => file_id);
  if (ids.length === 0) return { files: [], last: undefined };
  const stored = await storedMakers(db, scope.collectionId, ids);
  const files: OutdatedFile[] = [];
  for (const row of rows) {
    const results = await outdatedOf(makers, scope.body, row, stored.get(row.file_id) ?? new Map());
    if (results.length > 0) files.push({ file_id: row.file_id, seconds: durationOf(row) ?? 0, results });
  }
  return { files, last: rows.length === PAGE ? rows.at(-1)?.file_id : undefined };
}

type FileOfPage = Awaited<ReturnType<typeof filesAfter>>[number];

function filesAfter(db: Db, { collectionId, until }: RedoScope, after: string) {
  return db
    .selectFrom('collection_files as of')
    .innerJoin('files as f', 'f.id', 'of.file_id')
    .leftJoin('collection_file_structures as s', (on) =>
      on.onRef('s.collection_id', '=', 'of.collection_id').onRef('s.file_id', '=', 'of.file_id'),
    )
    .leftJoin('face_detections as d', 'd.id', 'of.face_detection_id')
    .select(['of.file_id', 'of.status', 'of.encoded_by', 'of.pictured_by', 'f.media_type', 'f.media_info'])
    .select([
      'f.hearing',
      'f.transcript_key',
      's.outlined_by',
      's.file_id as outlined',
      'd.made_by as faces_by',
    ])
    .where('of.collection_id', '=', collectionId)
    .where('of.file_id', '>', after)
    .where('of.added_at', '<=', until)
    .where(isKept('collection_files', 'of'))
    .orderBy('of.file_id')
    .limit(PAGE)
    .execute();
}

async function outdatedOf(
  makers: MakersNow,
  body: RedoBody,
  row: FileOfPage,
  stored: StoredMakers,
): Promise<OutdatedResult[]> {
  if (row.status !== 'completed') return unheard(body, row);
  const results: OutdatedResult[] = stored.has('speech') ? [] : unheard(body, row);
  const note = (one: Omit<OutdatedResult, 'stays'>, allowed = body.worse) =>
    results.push({ ...one, stays: one.change === 'worse' && !allowed });
  const own = hearingFor(row, []);
  const hearing = body.provider ? { ...own, provider: body.provider } : own;
  for (const [modality, before] of stored) {
    if (!asksFor(body, modality) || isGiven(before)) continue;
    const now = await makers.of(modality, hearing);
    const chosen = modality === 'speech' && isChosen(body);
    const change = changeOf(modality, before, now);
    const again = change !== 'none' || chosen || (body.scope === 'all' && now !== undefined);
    const names = { before: makerName(before), now: now ? makerName(now) : 'nothing' };
    if (again)
      note({ modality, ...names, change: change === 'none' ? 'same' : change }, body.worse || chosen);
  }
  for (const one of madeFromThem(makers, row)) if (asksFor(body, one.modality)) note(one);
  return results;
}

/** A file without a result for its speech gets one, if all files are to be recognised. */
function unheard(body: RedoBody, { media_type, status }: FileOfPage): OutdatedResult[] {
  const all = body.scope === 'all' || isChosen(body);
  if (!all || !asksFor(body, 'speech') || media_type === 'image' || status === 'not_applicable') return [];
  const names = { before: 'nothing', now: 'speech recognition' };
  return [{ modality: 'speech', ...names, change: 'better', stays: false }];
}

function madeFromThem(
  { faces, chapters, meaning, pictures }: MakersNow,
  { faces_by, outlined, outlined_by, encoded_by, pictured_by }: FileOfPage,
): Omit<OutdatedResult, 'stays'>[] {
  const other = (modality: RedoModality, before: string, now: string, change: 'better' | 'other') => ({
    modality,
    before,
    now,
    change,
  });
  const asked = fromJson<MadeBy>(outlined_by);
  const found = makerName(faces);
  return [
    ...(faces_by !== null && faces_by !== found ? [other('faces', faces_by, found, 'other')] : []),
    ...(chapters && outlined !== null && !isSame(asked, chapters)
      ? [other('chapters', outlinedBy(asked), makerName(chapters), asked ? 'other' : 'better')]
      : []),
    ...vectorsBy('meaning', encoded_by, meaning),
    ...vectorsBy('pictures', pictured_by, pictures),
  ];
}

/** @param before the encoder of a file's vectors: empty if it has none to make, null if it waits for them */
function vectorsBy(
  modality: 'meaning' | 'pictures',
  before: string | null,
  now: string | undefined,
): Omit<OutdatedResult, 'stays'>[] {
  if (now === undefined || before === '' || before === now) return [];
  return [{ modality, before: before ?? 'nothing yet', now, change: before === null ? 'better' : 'other' }];
}

const isSame = (one: MadeBy | null, other: MadeBy) =>
  one?.provider === other.provider &&
  one.settings.version === other.settings.version &&
  one.settings.question === other.settings.question;
