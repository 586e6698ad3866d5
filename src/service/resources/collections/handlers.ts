/**
 * Collections of all six types: their settings come in and are kept as rows. Deleting one cancels the work on its
 * files, stops its criteria, and starts a deletion of what is below it.
 */

import { randomUUID } from 'node:crypto';
import type { Collection, CollectionType, SegmentationConfig } from '../../../contract/index.ts';
import { badRequest, conflict, notFound } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { compiledOnce } from '../../store/sql/compiled.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { isUniqueViolation } from '../../store/sql/errors.ts';
import { listOf } from '../../store/sql/expressions.ts';
import { fromJson, toJson } from '../../store/sql/json.ts';
import type { Json } from '../../store/sql/schema.ts';
import { gapsIn } from '../../understanding/analysis/gaps/index.ts';
import { isNamed, rowsPage, showPage } from '../common/lists/lists.ts';
import { type CollectionRow, findCollection } from '../common/lookup.ts';
import { asGiven, optional } from '../common/optional.ts';
import type { Resource } from '../common/resource.ts';
import { startDeletion } from '../deletions/start.ts';
import { checkExtractConfig } from '../extracts/handlers.ts';
import { attach } from '../moment-criteria/attach.ts';
import { attachmentsShown } from '../moment-criteria/present.ts';
import { attachmentsOf } from '../moment-criteria/rows.ts';
import { stopCriterion } from '../moment-criteria/stop.ts';

/** A collection as the API shows it. @param fileCount number of files in it */
function collectionOf(row: CollectionRow, fileCount: number): Collection {
  return {
    id: row.id,
    object: 'collection',
    name: row.name,
    description: row.description,
    collection_type: row.collection_type as CollectionType,
    ...optional('default_segmentation_config', configOf(row.default_segmentation_config)),
    ...fromJson<Partial<Collection>>(row.config),
    created_at: row.created_at,
    file_count: fileCount,
  };
}

function configOf(json: Json | null): SegmentationConfig | null {
  return fromJson<SegmentationConfig>(json);
}

type CollectionIds =
  | 'collection.create'
  | 'collection.list'
  | 'collection.get'
  | 'collection.update'
  | 'collection.delete';

export const collections: Resource<CollectionIds> = {
  handlers: {
    'collection.create': create,
    'collection.list': list,
    'collection.get': (ctx, { params }) => show(ctx, params.collection_id),
    'collection.update': update,
    'collection.delete': remove,
  },
};

/** The config fields of each type. Fields of other types are refused, because they would have no effect. */
const CONFIGS: Readonly<Record<string, readonly CollectionType[]>> = {
  describe_config: ['media-descriptions', 'rich-transcripts'],
  transcribe_config: ['rich-transcripts'],
  extract_config: ['entities'],
  face_detection_config: ['face-analysis'],
  moments_config: ['moments'],
};

async function show(ctx: RequestContext, id: string) {
  const [row] = await shownCollection(ctx.db, id, ctx.accountId);
  if (!row) throw notFound('collection', id);
  const gaps = row.file_count ? await gapsIn(ctx, { accountId: ctx.accountId, collections: [id] }) : [];
  return { ...(await shown(ctx, row, row.file_count ?? 0)), ...(gaps.length > 0 && { gaps }) };
}

async function shown(ctx: RequestContext, row: CollectionRow, files: number) {
  if (row.collection_type !== 'moments') return collectionOf(row, files);
  return {
    ...collectionOf(row, files),
    moments_config: { criteria: await attachmentsShown(ctx.db, row.id) },
  };
}

/** With the number of its files, in one statement: each takes a way to a server and back. */
const shownCollection = compiledOnce((db, id: string, accountId: string) =>
  db
    .selectFrom('collections')
    .selectAll()
    .select((of) =>
      of
        .selectFrom('collection_files')
        .select((files) => files.fn.countAll<number>().as('count'))
        .whereRef('collection_files.collection_id', '=', 'collections.id')
        .where(isKept('collection_files'))
        .as('file_count'),
    )
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where(isKept('collections')),
);

/** The number of files of each of these collections that has any. */
async function filesCounted({ db }: RequestContext, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('collection_files')
    .select((files) => ['collection_id', files.fn.countAll<number>().as('count')])
    .where('collection_id', 'in', listOf(ids))
    .where(isKept('collection_files'))
    .groupBy('collection_id')
    .execute();
  return new Map(rows.map((row) => [row.collection_id, row.count]));
}

async function create(ctx: RequestContext, { body, sent }: Input<'collection.create'>) {
  const config = configFor(body);
  const id = randomUUID();
  const given = asGiven(sent, body);
  const row = {
    id,
    account_id: ctx.accountId,
    name: body.name,
    description: body.description ?? null,
    collection_type: body.collection_type,
    config: toJson(config),
    default_segmentation_config: toJson(given.default_segmentation_config),
    created_at: ctx.clock(),
  };
  const criteria = body.moments_config?.criteria ?? [];
  const { moments_config } = given;
  await refuseSameName(body.name, () =>
    ctx.db.transaction().execute(async (trx) => {
      await trx.insertInto('collections').values(row).execute();
      for (const [at, criterion] of criteria.entries())
        await attach(ctx, trx, id, criterion, moments_config?.criteria[at]);
    }),
  );
  return show(ctx, id);
}

function configFor(body: Input<'collection.create'>['body']): object | null {
  for (const [name, types] of Object.entries(CONFIGS))
    if (
      name in body &&
      body[name as keyof typeof body] !== undefined &&
      !types.includes(body.collection_type)
    )
      throw badRequest(
        `field ${name} is for collections of type ${types.join(', ')}, not ${body.collection_type}`,
      );
  const { describe_config, transcribe_config, extract_config, face_detection_config } = body;
  if (describe_config && transcribe_config)
    throw badRequest('field transcribe_config cannot be given together with describe_config: choose one');
  if (extract_config) checkExtractConfig(extract_config, 'extract_config');
  const { default_thumbnails_config, vocabulary } = body;
  const own = { describe_config, transcribe_config, extract_config, face_detection_config };
  const config = { default_thumbnails_config, vocabulary, ...own };
  return Object.values(config).some((value) => value !== undefined) ? config : null;
}

async function refuseSameName(name: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(`a collection named ${JSON.stringify(name)} already exists`);
    throw error;
  }
}

async function list(ctx: RequestContext, { query }: Input<'collection.list'>) {
  const { named: text, collection_type } = query;
  const { accountId } = ctx;
  const whose = text === undefined ? { account_id: accountId } : {};
  const called = text === undefined ? undefined : isNamed('collections', 'name', { accountId, text });
  const asIs = (row: CollectionRow) => row;
  const page = await rowsPage(ctx.db, 'collections', { ...whose, collection_type }, query, asIs, called);
  const counts = await filesCounted(
    ctx,
    page.data.map(({ id }) => id),
  );
  return showPage(page, (row) => shown(ctx, row, counts.get(row.id) ?? 0));
}

async function update(ctx: RequestContext, { params, body }: Input<'collection.update'>) {
  const { config } = await findCollection(ctx, params.collection_id);
  const changes = {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.description === undefined ? {} : { description: body.description }),
    ...(body.vocabulary === undefined ? {} : { config: withVocabulary(config, body.vocabulary) }),
  };
  if (Object.keys(changes).length > 0)
    await refuseSameName(body.name ?? '', () =>
      ctx.db
        .updateTable('collections')
        .set(changes)
        .where('id', '=', params.collection_id)
        .where('account_id', '=', ctx.accountId)
        .execute(),
    );
  return show(ctx, params.collection_id);
}

/** The configuration with another vocabulary. @param vocabulary null: none */
function withVocabulary(config: Json | null, vocabulary: readonly string[] | null): Json | null {
  const { vocabulary: _, ...others } = fromJson<Record<string, unknown>>(config) ?? {};
  const changed = vocabulary === null ? others : { ...others, vocabulary };
  return Object.keys(changed).length > 0 ? toJson(changed) : null;
}

/** Collection files and index entries are deleted with the collection; the files and their segmentations stay. */
async function remove(ctx: RequestContext, { params }: Input<'collection.delete'>) {
  const { id } = await findCollection(ctx, params.collection_id);
  await ctx.db.transaction().execute(async (trx) => {
    const criteria = await attachmentsOf(trx, id);
    // Another collection may have the name at once.
    await trx.updateTable('collections').set({ name: id }).where('id', '=', id).execute();
    await ctx.queue.cancelRunning(trx, 'collection-file.process', { collection_id: id });
    await startDeletion(ctx, trx, 'collections', id);
    for (const criterion of criteria) await stopCriterion(ctx, trx, criterion);
  });
  return { id, object: 'collection' as const };
}
