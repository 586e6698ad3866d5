import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { type Modality, modalities } from '../../contract/index.ts';
import { toJson } from '../store/json.ts';
import type { DocumentsTable, FilesTable, MemberSensesTable, SenseLinesTable, Trx } from '../store/schema.ts';
import { titleOf } from '../text/title.ts';
import type { SenseReport, SensesResult } from '../understanding/run-modalities.ts';

/** A segment's place in the file, in seconds. */
export interface IndexedSegment {
  id: string;
  start: number;
  end: number;
}

/** What is written about one member. */
export interface MemberToIndex {
  account_id: string;
  collection_id: string;
  /** Decides what is searched: see INDEXED. */
  collection_type: string;
  file: Pick<FilesTable, 'id' | 'filename' | 'metadata' | 'source_metadata'>;
  /** What was given when the file was added; indexed with the file's own metadata in metadata collections. */
  member_metadata?: Record<string, unknown> | null;
  segmentation_id: string | null;
  segments: readonly IndexedSegment[];
  result: SensesResult;
  /** The words of its entities (entities collections): the file's, and each segment's; a level without is not indexed. */
  entities?: { readonly file: string | undefined; readonly segments: readonly string[] | undefined };
}

type Column = 'title' | Modality | 'metadata' | 'entities';

/** The columns each type of collection is searched by. A type that is not here has no documents. */
const INDEXED: Record<string, readonly Column[]> = {
  'media-descriptions': ['title', ...modalities],
  'rich-transcripts': ['title', 'speech'],
  metadata: ['title', 'metadata'],
  entities: ['title', 'entities'],
};

interface Span {
  start: number;
  end: number;
}

/** True when a line is seen or heard in a segment. A line without length belongs where it begins. */
export function within(line: Span, segment: Span): boolean {
  const begins = line.start >= segment.start && line.start < segment.end;
  return begins || (line.start < segment.start && line.end > segment.start);
}

/**
 * Writes a member's lines and documents (one for the file, one for each segment) in the caller's transaction,
 * in place of what was there before. The documents are searchable when the transaction commits.
 */
export async function indexMember(trx: Trx, member: MemberToIndex): Promise<void> {
  await unindexMember(trx, member.collection_id, member.file.id);
  const reports = member.result.reports.map((report) => reportRow(member, report));
  if (reports.length > 0) await trx.insertInto('member_senses').values(reports).execute();
  for (const rows of chunks(lineRows(member), 1_000))
    await trx.insertInto('sense_lines').values(rows).execute();
  for (const rows of chunks(documentRows(member), 500))
    await trx.insertInto('documents').values(rows).execute();
}

/** A file has another name, or another title in its metadata: its documents are found by the new one. */
export async function retitle(trx: Trx, file: MemberToIndex['file']): Promise<void> {
  await trx
    .updateTable('documents')
    .set({ title: titleOf(file) })
    .where('file_id', '=', file.id)
    .where('type', '=', 'file')
    .execute();
}

/** Removes a member's lines and documents. */
export async function unindexMember(trx: Trx, collectionId: string, fileId: string): Promise<void> {
  for (const table of ['documents', 'sense_lines', 'member_senses'] as const) {
    await trx
      .deleteFrom(table)
      .where('collection_id', '=', collectionId)
      .where('file_id', '=', fileId)
      .execute();
  }
}

const keyOf = (member: MemberToIndex) => ({
  account_id: member.account_id,
  collection_id: member.collection_id,
  file_id: member.file.id,
});

function reportRow(member: MemberToIndex, report: SenseReport): Insertable<MemberSensesTable> {
  return {
    ...keyOf(member),
    sense: report.sense,
    provider: report.madeBy?.provider ?? null,
    settings: toJson(report.madeBy?.settings),
    notes: toJson(report.notes),
    error: report.reason ?? null,
  };
}

function lineRows(member: MemberToIndex): Insertable<SenseLinesTable>[] {
  return Object.entries(member.result.lines).flatMap(([sense, lines]) =>
    lines.map((line, position) => ({
      ...keyOf(member),
      sense,
      position,
      start_time: line.start,
      end_time: line.end,
      speaker: 'speaker' in line && line.speaker ? line.speaker : null,
      text: line.text,
      words: 'words' in line ? toJson(line.words) : null,
    })),
  );
}

function documentRows(member: MemberToIndex): Insertable<DocumentsTable>[] {
  const columns = INDEXED[member.collection_type];
  if (!columns) return [];
  const shared = { ...keyOf(member), segmentation_id: member.segmentation_id };
  const ofFile = {
    ...shared,
    id: randomUUID(),
    segment_id: null,
    type: 'file' as const,
    start_time: null,
    end_time: null,
    ...words(member, columns, undefined),
  };
  const { entities } = member;
  const cut = entities ? entities.segments !== undefined : columns.includes('speech');
  const ofSegments = (cut ? member.segments : []).map((segment, position) => ({
    ...shared,
    id: randomUUID(),
    segment_id: segment.id,
    type: 'segment' as const,
    start_time: segment.start,
    end_time: segment.end,
    ...words(member, columns, segment, position),
  }));
  return entities && entities.file === undefined ? ofSegments : [ofFile, ...ofSegments];
}

/** The words of the file, or of one segment. Title and metadata are the file's and stand in its document alone. */
function words(
  member: MemberToIndex,
  columns: readonly Column[],
  segment: IndexedSegment | undefined,
  position = 0,
) {
  const { lines } = member.result;
  const text = (list: readonly (Span & { text: string })[]) =>
    list
      .filter((line) => segment === undefined || within(line, segment))
      .map((line) => line.text)
      .join('\n');
  const all: Record<Column, string> = {
    title: segment ? '' : titleOf(member.file),
    speech: text(lines.speech),
    scene_text: text(lines.scene_text),
    visual_scene_description: text(lines.visual_scene_description),
    audio_description: text(lines.audio_description),
    metadata: segment ? '' : metadataWords(member),
    entities: (segment ? member.entities?.segments?.[position] : member.entities?.file) ?? '',
  };
  return Object.fromEntries(columns.map((column) => [column, all[column]]));
}

function metadataWords({ file, member_metadata }: MemberToIndex): string {
  const own = file.metadata === null ? {} : JSON.parse(file.metadata);
  return leaves({ ...own, ...member_metadata }).join('\n');
}

/** Names and values of a nested object as text, so that both can be found. */
function leaves(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [String(value)];
  return Object.entries(value).map(([name, inner]) => `${name} ${leaves(inner).join(' ')}`);
}

function* chunks<T>(rows: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}
