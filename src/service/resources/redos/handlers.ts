import { type SqlBool, sql } from 'kysely';
import type { HearAgainBody } from '../../../contract/index.ts';
import { badRequest, conflict } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { PASSAGES, PICTURES } from '../../search/vectors/tables.ts';
import { isKept } from '../../store/sql/deletions.ts';
import { openStatuses } from '../../store/sql/expressions.ts';
import { toJson } from '../../store/sql/json.ts';
import type { Trx } from '../../store/sql/schema.ts';
import { forgetModality, setAside } from '../../understanding/modalities/results.ts';
import { startAgain } from '../collection-files/hear-again.ts';
import {
  type CollectionFileRow,
  type FileRow,
  findCollection,
  findFile,
  withFile,
} from '../common/lookup.ts';
import type { Resource } from '../common/resource.ts';
import { finderOf } from '../common/rows.ts';
import { redoSpeech } from '../files/hearing/change.ts';
import { checkProvider } from '../files/hearing/rules.ts';
import { noteOutline } from '../outlines/rows.ts';
import { estimateRedo, expectedOf } from './expected.ts';
import { runRedo } from './job.ts';
import { makersNow } from './makers-now.ts';
import { redoOf } from './present.ts';

/** The vectors that are made again. */
interface Forgotten {
  readonly file_id: string;
  readonly modality: 'meaning' | 'pictures';
  readonly encoder: string;
}

/**
 * Deletes the vectors that an encoder made of a file, in all of its collections, and lets the file wait for new ones. Until
 * these are there, which takes seconds, it is found by its words.
 */
async function forgetVectors(
  ctx: Pick<RequestContext, 'queue'>,
  trx: Trx,
  { file_id, modality, encoder }: Forgotten,
): Promise<void> {
  const { items, madeBy } = modality === 'meaning' ? PASSAGES : PICTURES;
  await trx
    .deleteFrom(items)
    .where('file_id', '=', file_id)
    .where('encoder', 'in', trx.selectFrom('encoders').select('id').where('model', '=', encoder))
    .execute();
  await trx
    .updateTable('collection_files')
    .set({ [madeBy]: null })
    .where('file_id', '=', file_id)
    .where((row) => row.or([row(madeBy, 'is', null), row(madeBy, '!=', '')]))
    .execute();
  await ctx.queue.enqueue(trx, modality === 'meaning' ? 'passages.encode' : 'pictures.encode', {});
}

/** What follows the name of what found faces, once they are found again. */
const REPLACED = ', found again since';

/**
 * Lets the collections of a file find its faces again. The detections stay for those who know their ids; one by the same
 * name would be used again instead.
 */
async function forgetFaces(trx: Trx, fileId: string): Promise<void> {
  await trx
    .updateTable('face_detections')
    .set({ made_by: sql<string>`made_by || ${REPLACED}` })
    .where('file_id', '=', fileId)
    .where('made_by', 'not like', `%${REPLACED}`)
    .execute();
  await trx
    .updateTable('collection_files')
    .set({ face_detection_id: null })
    .where('file_id', '=', fileId)
    .execute();
}

type Part = Exclude<HearAgainBody['modality'], 'speech'>;

/** A modality of a file that is made again. */
interface Again {
  readonly file: FileRow;
  readonly modality: Part;
  /** The encoder, for vectors. */
  readonly encoder: string | undefined;
}

/** Makes a modality of one file again, whatever made it, in all collections that have it. */
async function redoFile(ctx: RequestContext, { params, body }: Input<'redo.file'>) {
  const { modality } = body;
  await checkProvider(ctx, body.provider, await findFile(ctx, params.file_id));
  const encoder = modality === 'speech' ? undefined : makerNow(ctx, modality);
  const count = await withFile(ctx, params.file_id, (trx, file) =>
    modality === 'speech'
      ? redoSpeech(ctx, trx, file, body)
      : makeAgain(ctx, trx, { file, modality, encoder }),
  );
  return { modality, file_count: 1, collection_file_count: count };
}

/** What must be set up first. */
const LACKING = {
  chapters: 'nothing writes chapters here: set a language model up with vau setup language',
  meaning: 'nothing makes vectors here: set an encoder up with vau setup meaning',
  pictures: 'nothing makes vectors of frames here: set an encoder up with vau setup pictures',
} as const;

/** @returns the encoder of vectors @throws 400 where nothing makes the modality, naming what would */
function makerNow({ config }: RequestContext, modality: Part): string | undefined {
  if (!(modality === 'chapters' || modality === 'meaning' || modality === 'pictures')) return undefined;
  const { [modality]: maker } = makersNow(config);
  if (maker === undefined) throw badRequest(`field modality: ${LACKING[modality]}`);
  return typeof maker === 'string' ? maker : undefined;
}

/** @returns in how many collections */
async function makeAgain(ctx: RequestContext, trx: Trx, again: Again): Promise<number> {
  const { file, modality, encoder } = again;
  const rows = await collectionFilesWith(trx, file.id, modality);
  checkEnded(file, rows);
  if (rows.length === 0) return 0;
  if (modality === 'chapters') await forgetModality(trx, file.content_hash, 'outline');
  else if (modality === 'faces') await forgetFaces(trx, file.id);
  else if (modality === 'meaning' || modality === 'pictures')
    await forgetVectors(ctx, trx, { file_id: file.id, modality, encoder: encoder ?? '' });
  else await setAside(trx, file.content_hash, modality);
  for (const { collection_id } of rows) {
    const key = { collection_id, file_id: file.id };
    if (modality === 'chapters') {
      await noteOutline(trx, key, { outlined_by: null, outline_error: null });
      await ctx.queue.enqueue(trx, 'outline.write', key);
    } else if (modality !== 'meaning' && modality !== 'pictures') await startAgain(ctx, trx, key);
  }
  return rows.length;
}

type Row = Pick<CollectionFileRow, 'collection_id' | 'status'>;

/** A file that is being processed may have used the results that are to be made again. @throws 409 */
function checkEnded(file: FileRow, rows: readonly Row[]): void {
  const open = rows.find(({ status }) => openStatuses.includes(status));
  if (!open) return;
  const { collection_id } = open;
  throw conflict(
    `file ${file.id} is being processed in collection ${collection_id}: wait for it with ` +
      `vau wait collection-file ${collection_id}/${file.id}, and ask again`,
  );
}

/** The file in the collections in which it has a result of a modality. */
function collectionFilesWith(trx: Trx, fileId: string, modality: Part): Promise<Row[]> {
  const all = trx
    .selectFrom('collection_files as f')
    .innerJoin('collections as c', 'c.id', 'f.collection_id')
    .select(['f.collection_id', 'f.status'])
    .where('f.file_id', '=', fileId)
    .where(isKept('collection_files', 'f'));
  const waitsOrHas = (madeBy: 'f.encoded_by' | 'f.pictured_by') =>
    all.where((row) => row.or([row(madeBy, 'is', null), row(madeBy, '!=', '')])).execute();
  if (modality === 'faces') return all.where('c.collection_type', '=', 'face-analysis').execute();
  if (modality === 'meaning') return waitsOrHas('f.encoded_by');
  if (modality === 'pictures') return waitsOrHas('f.pictured_by');
  if (modality === 'chapters')
    return all
      .innerJoin('collection_file_structures as s', (on) =>
        on.onRef('s.collection_id', '=', 'f.collection_id').onRef('s.file_id', '=', 'f.file_id'),
      )
      .execute();
  return all
    .innerJoin('collection_file_modalities as m', (on) =>
      on.onRef('m.collection_id', '=', 'f.collection_id').onRef('m.file_id', '=', 'f.file_id'),
    )
    .where('m.modality', '=', modality)
    .execute();
}

/** A literal, so that the index of open ones is used. */
const IS_OPEN = sql<SqlBool>`status in ('pending', 'processing')`;

const findRedo = finderOf('redos', 'redo');

/** Making the results of a file, or of a whole collection, again. */
export const redos: Resource<'redo.file' | 'redo.collection' | 'redo.estimate' | 'redo.get', 'redo.run'> = {
  handlers: {
    'redo.file': redoFile,
    'redo.collection': create,
    'redo.estimate': async (ctx, { params, body }) => {
      const collection = await findCollection(ctx, params.collection_id);
      await checkProvider(ctx, body.provider);
      return estimateRedo(ctx, collection.id, body);
    },
    'redo.get': async (ctx, { params }) => redoOf(ctx, await findRedo(ctx, params.redo_id)),
  },
  jobs: { 'redo.run': runRedo },
};

/** Answers at once; a job starts the files. The same request while one is unfinished gives that one. */
async function create(ctx: RequestContext, { params, body }: Input<'redo.collection'>) {
  const collection = await findCollection(ctx, params.collection_id);
  await checkProvider(ctx, body.provider);
  const estimate = await estimateRedo(ctx, collection.id, body);
  const expected = toJson(expectedOf(estimate, makersNow(ctx.config)));
  const row = await ctx.db.transaction().execute(async (trx) => {
    const config = toJson(body);
    const open = await trx
      .selectFrom('redos')
      .selectAll()
      .where('collection_id', '=', collection.id)
      .where(IS_OPEN)
      .where(isKept('redos'))
      .executeTakeFirst();
    if (open && open.config !== config)
      throw conflict(
        `collection ${collection.id} is being redone with other settings (redo ${open.id}): wait until that has ended`,
      );
    if (open) return open;
    const { id } = await trx
      .insertInto('redos')
      .values({
        id: ctx.newId(),
        account_id: ctx.accountId,
        collection_id: collection.id,
        config,
        expected,
        status: 'pending',
        created_at: ctx.clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ctx.lifecycle.start(trx, 'redo.run', { redo_id: id });
    return findRedo({ db: trx, accountId: ctx.accountId }, id);
  });
  return redoOf(ctx, row);
}
