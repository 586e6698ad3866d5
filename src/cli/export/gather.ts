/** Reads a collection from the service: its files in the order in which they were added, and the rows of each. */

import type { Client } from '../../client/client.ts';
import { ApiError } from '../../client/errors.ts';
import { ahead, everyPage, type Page } from '../../client/pages.ts';
import type { OperationId } from '../../contract/index.ts';
import type { Collection, CollectionFile } from '../../contract/resources/collection.ts';
import type { Segmentation } from '../../contract/resources/derived/segmentation.ts';
import type { FileEntities } from '../../contract/resources/extract.ts';
import type { CollectionMoment } from '../../contract/resources/finding/moment.ts';
import type { RowOf, Rows, TableName } from '../../contract/tables/tables.ts';
import { at } from '../model/columns.ts';
import * as rows from './rows.ts';

export interface Source {
  readonly client: Client;
  readonly collection: Pick<Collection, 'id' | 'name' | 'collection_type'>;
  readonly tables: ReadonlySet<TableName>;
  readonly signal: AbortSignal;
  /** Is called if a list changed each time it was read. */
  readonly unsettled: () => void;
}

/** The largest page that every list allows. */
const pageSize = 100;

/** Every file of the collection, the first one added first, so that one that comes later is at the end. */
export async function* filesOf(
  { client, collection, signal, unsettled }: Source,
  onTotal: (total: number) => void,
): AsyncGenerator<CollectionFile> {
  const params = { collection_id: collection.id };
  const fetch = (query: object) => client.send('media.list', { params, query: { ...query } }, { signal });
  const query = { order: 'added_at', sort: 'asc', limit: pageSize, offset: 0 };
  for await (const page of ahead(everyPage(fetch, query, ['data'], unsettled))) {
    const total = at(page.answer, 'total');
    if (typeof total === 'number') onTotal(total);
    yield* page.rows.filter(isCollectionFile);
  }
}

/** True for what has the id of a file: without it nothing can be read. */
const isCollectionFile = (row: unknown): row is CollectionFile => typeof at(row, 'file_id') === 'string';

/** The rows of a file, by table; undefined for one that was removed in the meantime. */
export async function rowsOfFile(source: Source, item: CollectionFile): Promise<Rows | undefined> {
  try {
    const [segments, described, entities, moments] = await Promise.all([
      segmentsOf(source, item),
      describedOf(source, item),
      entitiesOf(source, item),
      momentsOf(source, item),
    ]);
    return { files: [rows.fileRow(item)], segments, ...described, entities, moments };
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

const isReady = ({ tables }: Source, { status }: CollectionFile, table: TableName): boolean =>
  tables.has(table) && status === 'completed';

async function segmentsOf(source: Source, item: CollectionFile): Promise<RowOf<'segments'>[]> {
  const { segmentation } = item;
  if (!isReady(source, item, 'segments') || segmentation?.status !== 'completed') return [];
  const found: RowOf<'segments'>[] = [];
  const asked = { params: { segmentation_id: segmentation.id }, paths: ['data.segments'] };
  for await (const { answer } of pagesOf(source, 'segmentation.get', asked)) {
    const page = answer as Segmentation;
    if (page.data) found.push(...rows.segmentRows(page, page.data, found.length));
  }
  return found;
}

async function describedOf(
  source: Source,
  item: CollectionFile,
): Promise<Pick<Rows, 'speech' | 'scene_text'>> {
  const modalities = (['speech', 'scene_text'] as const).filter((name) => isReady(source, item, name));
  if (modalities.length === 0) return {};
  const operation =
    source.collection.collection_type === 'rich-transcripts'
      ? 'rich-transcript.get'
      : 'media-description.get';
  const { speech, scene_text } = await source.client.call(
    operation,
    { params: fileParams(source, item), query: { modalities } },
    { signal: source.signal },
  );
  return {
    speech: rows.speechRows(item.file_id, speech),
    scene_text: rows.sceneTextRows(item.file_id, scene_text),
  };
}

async function entitiesOf(source: Source, item: CollectionFile): Promise<RowOf<'entities'>[]> {
  if (!isReady(source, item, 'entities')) return [];
  const found: RowOf<'entities'>[] = [];
  const asked = { params: fileParams(source, item), paths: ['segment_entities'] };
  let isFirst = true;
  for await (const { answer } of pagesOf(source, 'entity.get', asked)) {
    const page = answer as FileEntities;
    if (isFirst) found.push(...rows.entityRows(item.file_id, page));
    isFirst = false;
    for (const one of page.segment_entities) found.push(...rows.segmentEntityRows(item.file_id, one));
  }
  return found;
}

async function momentsOf(source: Source, item: CollectionFile): Promise<RowOf<'moments'>[]> {
  if (!source.tables.has('moments')) return [];
  const found: RowOf<'moments'>[] = [];
  const params = { collection_id: source.collection.id };
  const asked = { params, query: { file_id: item.file_id, sort: 'position' }, paths: ['moments'] };
  for await (const page of pagesOf(source, 'moment.list', asked))
    found.push(...(page.rows as CollectionMoment[]).map(rows.momentRow));
  return found;
}

const fileParams = ({ collection }: Source, { file_id }: CollectionFile) => ({
  collection_id: collection.id,
  file_id,
});

interface Asked {
  readonly params: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** Where the rows are in a response. */
  readonly paths: readonly string[];
}

/** The pages of an operation. */
function pagesOf(
  { client, signal, unsettled }: Source,
  operation: OperationId,
  { params, query, paths }: Asked,
): AsyncGenerator<Page> {
  const fetch = (page: object) => client.send(operation, { params, query: { ...page } }, { signal });
  return everyPage(fetch, { ...query, limit: pageSize }, paths, unsettled);
}
