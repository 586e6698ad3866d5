/**
 * Documents of the word index: the lines of a collection file come in, their words are analysed, and a document for
 * the file and one for each segment are written. analyse-again.ts and retitle.ts renew them.
 */

import type { Insertable } from 'kysely';
import { type Modality, modalities } from '../../../contract/index.ts';
import { insertAll, insertReturning } from '../../store/sql/insert.ts';
import { toJson } from '../../store/sql/json.ts';
import type {
  CollectionFileModalitiesTable,
  DocumentsTable,
  FilesTable,
  ModalityLinesTable,
  Trx,
} from '../../store/sql/schema.ts';
import { type WordColumn, wordColumns } from '../../store/words/match-words.ts';
import {
  addTerms,
  type DocumentTerms,
  noteCompoundWords,
  noteLanguages,
} from '../../store/words/write-terms.ts';
import { ANALYSER_VERSION } from '../../text/analyse/index.ts';
import { type Span, within } from '../../text/lines.ts';
import { titleOf } from '../../text/name-title.ts';
import { gapsOf } from '../../understanding/analysis/gaps/of-result.ts';
import type { ModalitiesResult, ModalityReport } from '../../understanding/modalities/modalities-result.ts';
import { doubtfulLines } from '../../understanding/modalities/modality-lines.ts';
import type { SearchContext } from '../context.ts';
import { type FilmWords, filmWords } from '../words/film-words.ts';

/** A segment's position in the file, in seconds. */
export interface IndexedSegment {
  id: string;
  start: number;
  end: number;
}

/** The content of one collection file to index. */
export interface CollectionFileToIndex {
  account_id: string;
  collection_id: string;
  /** Decides which columns are indexed: see INDEXED. */
  collection_type: string;
  file: Pick<FilesTable, 'id' | 'filename' | 'metadata' | 'source_metadata'>;
  /** The metadata given when the file was added; in metadata collections it is indexed with the file's own. */
  ownMetadata?: Record<string, unknown> | null;
  segmentation_id: string | null;
  segments: readonly IndexedSegment[];
  result: ModalitiesResult;
  /**
   * Words of its entities (entities collections), for the file and for each segment; undefined levels are not indexed.
   */
  entities?: { readonly file: string | undefined; readonly segments: readonly string[] | undefined };
}

type Column = 'title' | Modality | 'metadata' | 'entities';

/** The searchable columns of each collection type. Other types have no documents. */
const INDEXED: Record<string, readonly Column[]> = {
  'media-descriptions': ['title', ...modalities],
  'rich-transcripts': ['title', 'speech'],
  metadata: ['title', 'metadata'],
  entities: ['title', 'entities'],
};

/** Analyses the words of a collection file. Call it before the transaction: a long file takes a while. */
export function wordsOfCollectionFile(
  ctx: Pick<SearchContext, 'yieldTurn'>,
  collectionFile: Omit<CollectionFileToIndex, 'segments'>,
): Promise<FilmWords> {
  const { file, result, entities } = collectionFile;
  const lines = Object.values(result.lines).flatMap((all) => all.map(({ text }) => text));
  const about = [titleOf(file), metadataWords(collectionFile), entities?.file, ...(entities?.segments ?? [])];
  const heard = result.lines.speech.flatMap(({ text, language }) =>
    language ? [[text, language] as const] : [],
  );
  return filmWords(ctx, [...lines, ...about.filter((text) => text !== undefined)], new Map(heard));
}

/**
 * Writes a collection file's lines and documents (one for the file, one per segment) in the caller's transaction,
 * replacing earlier ones. They are searchable once the transaction commits.
 */
export async function indexCollectionFile(
  trx: Trx,
  newId: () => string,
  collectionFile: CollectionFileToIndex,
  film: FilmWords,
): Promise<void> {
  await unindexCollectionFile(trx, collectionFile.collection_id, collectionFile.file.id);
  await writeReports(trx, keyOf(collectionFile), collectionFile.result);
  await insertAll(trx, 'modality_lines', lineRows(collectionFile, film));
  await insertDocuments(trx, documentRows(collectionFile, newId), film);
  await noteWords(trx, collectionFile.account_id, film);
}

/** Writes how each modality of a collection file came out. There must be no earlier ones. */
export async function writeReports(
  trx: Trx,
  key: CollectionFileKey,
  result: ModalitiesResult,
): Promise<void> {
  const rows = result.reports.map((report) => reportRow(key, report, result));
  await insertAll(trx, 'collection_file_modalities', rows);
}

/** Inserts documents and their terms. */
export async function insertDocuments(
  trx: Trx,
  rows: Insertable<DocumentsTable>[],
  film: FilmWords,
): Promise<void> {
  const written = rows.map((row) => ({ ...row, analysed: ANALYSER_VERSION }));
  const ids = await insertReturning(trx, 'documents', written, ['docid', 'id']);
  const docids = new Map(ids.map(({ docid, id }) => [id, docid]));
  await addTerms(
    trx,
    rows.flatMap((row) => termsOfDocument(docids.get(row.id), row, film)),
  );
}

/** Adds a file's languages and compounds to those known to the index. */
export async function noteWords(trx: Trx, accountId: string, film: FilmWords): Promise<void> {
  await noteLanguages(trx, accountId, film.languages);
  await noteCompoundWords(trx, film.compoundWords);
}

/** The terms of a document by column. */
export function termsOfDocument(
  docid: number | undefined,
  row: { readonly [C in WordColumn]?: string | undefined },
  film: FilmWords,
): DocumentTerms[] {
  if (docid === undefined) return [];
  const columns = wordColumns.flatMap((column) => (row[column] ? [[column, film.termsOf(row[column])]] : []));
  return [{ docid, columns: Object.fromEntries(columns) }];
}

/** Deletes a collection file's lines and documents. */
export async function unindexCollectionFile(trx: Trx, collectionId: string, fileId: string): Promise<void> {
  for (const table of ['documents', 'passages', 'modality_lines', 'collection_file_modalities'] as const) {
    await trx
      .deleteFrom(table)
      .where('collection_id', '=', collectionId)
      .where('file_id', '=', fileId)
      .execute();
  }
}

type CollectionFileKey = Pick<Insertable<DocumentsTable>, 'account_id' | 'file_id'> & {
  collection_id: string;
};

const keyOf = (collectionFile: CollectionFileToIndex): CollectionFileKey => ({
  account_id: collectionFile.account_id,
  collection_id: collectionFile.collection_id,
  file_id: collectionFile.file.id,
});

function reportRow(
  key: CollectionFileKey,
  report: ModalityReport,
  result: ModalitiesResult,
): Insertable<CollectionFileModalitiesTable> {
  return {
    ...key,
    modality: report.modality,
    provider: report.madeBy?.provider ?? null,
    settings: toJson(report.madeBy?.settings),
    notes: toJson(report.notes),
    error: report.reason ?? null,
    doubtful: report.modality === 'speech' ? toJson(doubtfulOf(result)) : null,
    gaps: toJson(unlessEmpty(gapsOf(report, result))),
  };
}

const doubtfulOf = (result: ModalitiesResult) => unlessEmpty(doubtfulLines(result));

/** Undefined without any, so that nothing is stored. */
function unlessEmpty(list: readonly object[]): object | undefined {
  return list.length > 0 ? list : undefined;
}

function lineRows(collectionFile: CollectionFileToIndex, film: FilmWords): Insertable<ModalityLinesTable>[] {
  return Object.entries(collectionFile.result.lines).flatMap(([modality, lines]) =>
    lines.map((line, position) => ({
      ...keyOf(collectionFile),
      modality,
      position,
      start_time: line.start,
      end_time: line.end,
      speaker: 'speaker' in line && line.speaker ? line.speaker : null,
      text: line.text,
      language: film.languageOf(line.text),
      words: 'words' in line ? toJson(line.words) : null,
      confidence: 'confidence' in line ? (line.confidence ?? null) : null,
    })),
  );
}

function documentRows(
  collectionFile: CollectionFileToIndex,
  newId: () => string,
): Insertable<DocumentsTable>[] {
  const columns = INDEXED[collectionFile.collection_type];
  if (!columns) return [];
  const shared = { ...keyOf(collectionFile), segmentation_id: collectionFile.segmentation_id };
  const ofFile = {
    ...shared,
    id: newId(),
    segment_id: null,
    type: 'file' as const,
    start_time: null,
    end_time: null,
    ...words(collectionFile, columns, undefined),
  };
  const { entities } = collectionFile;
  const cut = entities ? entities.segments !== undefined : columns.includes('speech');
  const ofSegments = (cut ? collectionFile.segments : []).map((segment, position) => ({
    ...shared,
    id: newId(),
    segment_id: segment.id,
    type: 'segment' as const,
    start_time: segment.start,
    end_time: segment.end,
    ...words(collectionFile, columns, segment, position),
  }));
  return entities && entities.file === undefined ? ofSegments : [ofFile, ...ofSegments];
}

/** The words of the file, or of one segment. Title and metadata belong to the file's document only. */
function words(
  collectionFile: CollectionFileToIndex,
  columns: readonly Column[],
  segment: IndexedSegment | undefined,
  position = 0,
) {
  const { lines } = collectionFile.result;
  const text = (list: readonly (Span & { text: string })[]) =>
    list
      .filter((line) => segment === undefined || within(line, segment))
      .map((line) => line.text)
      .join('\n');
  const all: Record<Column, string> = {
    title: segment ? '' : titleOf(collectionFile.file),
    speech: text(lines.speech),
    scene_text: text(lines.scene_text),
    visual_scene_description: text(lines.visual_scene_description),
    audio_description: text(lines.audio_description),
    metadata: segment ? '' : metadataWords(collectionFile),
    entities: (segment ? collectionFile.entities?.segments?.[position] : collectionFile.entities?.file) ?? '',
  };
  return Object.fromEntries(columns.map((column) => [column, all[column]]));
}

function metadataWords({ file, ownMetadata }: Pick<CollectionFileToIndex, 'file' | 'ownMetadata'>): string {
  const own = file.metadata === null ? {} : JSON.parse(file.metadata);
  return leaves({ ...own, ...ownMetadata }).join('\n');
}

/** Names and values of a nested object as text, so that both can be found. */
function leaves(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leaves);
  if (value === null || value === undefined) return [];
  if (typeof value !== 'object') return [String(value)];
  return Object.entries(value).map(([name, inner]) => `${name} ${leaves(inner).join(' ')}`);
}
