import { spokenWithin } from '../../../../media/index.ts';
import { isKept } from '../../../store/sql/deletions.ts';
import { fromJson } from '../../../store/sql/json.ts';
import type { Db } from '../../../store/sql/schema.ts';
import type { Structure } from '../../../understanding/rules/structure/index.ts';
import type { Spoken, SpokenLine } from '../../../web/player-page.ts';
import { durationOf } from '../facts.ts';
import type { ShareRow } from '../rows.ts';
import type { Window } from '../window.ts';

/** The stored result of a describe job, as far as it is read here. */
interface Described {
  readonly lines: readonly (SpokenLine & { readonly modality: string })[];
  readonly structure?: Structure;
}

/**
 * Reads the transcript and chapters of a share, from a collection with its file or else from a describe or transcribe
 * job; only lines that are to be trusted.
 * @param clip only this part of the share; times then start at the clip
 */
export async function spokenIn(db: Db, row: ShareRow, clip?: Window): Promise<Spoken> {
  const from = (row.segment_start ?? 0) + (clip?.start ?? 0);
  const to = clip ? (row.segment_start ?? 0) + clip.end : row.segment_end;
  const span = to === null ? undefined : { start: from, end: to };
  const found = (await ofCollection(db, row, span)) ?? (await ofJob(db, row)) ?? { lines: [] };
  const { lines, structure } = found;
  const chapters = (structure?.chapters ?? []).map(({ title, description, ...when }) => ({
    ...when,
    title: title || description,
  }));
  if (!span) {
    const seconds = durationOf(row);
    return { lines, chapters, ...(seconds !== undefined && { seconds }) };
  }
  return {
    lines: lines.flatMap((line) => spokenWithin(line, from, span.end) ?? []),
    chapters: within(chapters, span),
    seconds: span.end - span.start,
  };
}

/**
 * Reads what is said in a span of a file, with the times of words where they are known: whole lines, in seconds of the file.
 */
export async function speechIn(db: Db, file: FileOf, span: Window): Promise<readonly SpokenLine[]> {
  const { start, end } = span;
  const found = (await ofCollection(db, file, span)) ?? (await ofJob(db, file));
  return (found?.lines ?? []).filter((line) => line.start < end && line.end > start);
}

/** Which file, of whom. */
type FileOf = Pick<ShareRow, 'file_id' | 'account_id'>;

/** The spans that overlap the window, cut to it and moved to its start. */
function within<Item extends Window>(items: readonly Item[], { start: from, end: to }: Window): Item[] {
  return items
    .filter(({ start, end }) => start < to && end > from)
    .map((item) => ({
      ...item,
      start: Math.max(item.start, from) - from,
      end: Math.min(item.end, to) - from,
    }));
}

/** Of the collection that the file was added to last, among those with speech. @param span only its lines, with their words */
async function ofCollection(
  db: Db,
  { file_id, account_id }: FileOf,
  span?: Window,
): Promise<Found | undefined> {
  const newest = await db
    .selectFrom('collection_files as c')
    .select('c.collection_id')
    .where('c.file_id', '=', file_id)
    .where('c.account_id', '=', account_id)
    .where('c.status', '=', 'completed')
    .where(isKept('collection_files', 'c'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('modality_lines as l')
          .select('l.position')
          .whereRef('l.collection_id', '=', 'c.collection_id')
          .whereRef('l.file_id', '=', 'c.file_id')
          .where('l.modality', '=', 'speech'),
      ),
    )
    .orderBy('c.added_at', 'desc')
    .executeTakeFirst();
  if (!newest) return undefined;
  const { collection_id } = newest;
  const lines = await db
    .selectFrom('modality_lines')
    .select(['start_time', 'end_time', 'speaker', 'text', 'confidence'])
    .$if(span !== undefined, (asked) =>
      asked
        .select('words')
        .where('start_time', '<', span?.end ?? 0)
        .where('end_time', '>', span?.start ?? 0),
    )
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .where('modality', '=', 'speech')
    .where(isKept('modality_lines'))
    .orderBy('position')
    .execute();
  const stored = await db
    .selectFrom('collection_file_structures')
    .select('structure')
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .executeTakeFirst();
  return {
    lines: lines.map(({ start_time: start, end_time: end, speaker, text, confidence, words = null }) => ({
      start,
      end,
      text,
      ...(speaker !== null && { speaker }),
      ...(confidence !== null && { confidence }),
      ...(words !== null && { words: fromJson<SpokenLine['words']>(words) }),
    })),
    ...(stored && { structure: fromJson<Structure>(stored.structure) }),
  };
}

interface Found {
  readonly lines: readonly SpokenLine[];
  readonly structure?: Structure;
}

async function ofJob(db: Db, { file_id, account_id }: FileOf): Promise<Found | undefined> {
  const rows = await db
    .selectFrom('describes')
    .select('result')
    .where('file_id', '=', file_id)
    .where('account_id', '=', account_id)
    .where('status', '=', 'completed')
    .orderBy('created_at', 'desc')
    .limit(5)
    .execute();
  for (const { result } of rows) {
    if (result === null) continue;
    const { lines, structure } = fromJson<Described>(result);
    const speech = lines.filter(({ modality }) => modality === 'speech');
    if (speech.length > 0) return { lines: speech, ...(structure && { structure }) };
  }
  return undefined;
}
