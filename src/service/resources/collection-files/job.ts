import type { Collection } from '../../../contract/index.ts';
import { emit } from '../../events/outbox.ts';
import { type JobContext, type JobHandler, RetryLater } from '../../jobs/handlers.ts';
import { indexMember } from '../../search/documents.ts';
import { fromJson } from '../../store/json.ts';
import { type SensesResult, sensesFor } from '../../understanding/index.ts';
import type { Outline } from '../../understanding/structure/index.ts';
import type { CollectionRow, FileRow, MemberRow, SegmentationRow } from '../common/lookup.ts';
import { isOpen } from '../common/open-rows.ts';
import { senseFile, wholeFailure } from '../perception/perceive-file.ts';
import { isOutlined, outlineFile, writeOutline } from '../perception/structure.ts';
import { blameMedia, type Ended, endMember, memberIds } from '../segmentations/end.ts';
import { extractMember } from './perceive-entities.ts';
import { memberFaces } from './perceive-faces.ts';
import { keepProgress } from './progress.ts';
import { cannotJoin } from './rules.ts';

export interface Subject {
  readonly member: MemberRow;
  readonly collection: CollectionRow;
  readonly file: FileRow;
  readonly segmentation: SegmentationRow | undefined;
}

/** Perceives a file for a collection and makes it searchable there. */
export const processMember: JobHandler<'member.process'> = {
  async run(ctx, { collection_id, file_id }) {
    const member = await findOpen(ctx, collection_id, file_id);
    if (!member) return;
    const subject = await readSubject(ctx, member);
    const waits = waitsFor(subject);
    if (waits !== undefined) throw new RetryLater(waits, 5_000);
    const settled = settledAtOnce(subject);
    if (settled) return end(ctx, member, settled);
    await start(ctx, member);
    if (subject.collection.collection_type === 'face-analysis')
      return end(ctx, member, await memberFaces(ctx, subject));
    if (subject.collection.collection_type === 'entities') return extractMember(ctx, subject);
    await perceive(ctx, subject);
  },
  async exhausted(ctx, { collection_id, file_id }, reason) {
    const member = await findOpen(ctx, collection_id, file_id);
    if (member) await end(ctx, member, { status: 'failed', error: reason });
  },
};

function findOpen(ctx: JobContext, collectionId: string, fileId: string): Promise<MemberRow | undefined> {
  return ctx.db
    .selectFrom('collection_files')
    .selectAll()
    .where('collection_id', '=', collectionId)
    .where('file_id', '=', fileId)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirst();
}

async function readSubject(ctx: JobContext, member: MemberRow): Promise<Subject> {
  const collection = await ctx.db
    .selectFrom('collections')
    .selectAll()
    .where('id', '=', member.collection_id)
    .executeTakeFirstOrThrow();
  const file = await ctx.db
    .selectFrom('files')
    .selectAll()
    .where('id', '=', member.file_id)
    .executeTakeFirstOrThrow();
  const segmentation = await ctx.db
    .selectFrom('segmentations')
    .selectAll()
    .where('id', '=', member.segmentation_id ?? '')
    .executeTakeFirst();
  return { member, collection, file, segmentation };
}

/** What a member still waits for; the end of either starts its job again. */
function waitsFor({ file, segmentation }: Subject): string | undefined {
  if (file.status === 'failed') return undefined;
  if (file.status !== 'completed') return 'the file is not ready yet';
  return isOpen(segmentation) ? 'it is being segmented' : undefined;
}

/** How a membership ends that nothing is to be perceived for; undefined for the others. */
function settledAtOnce({ collection, file, segmentation }: Subject): Ended | undefined {
  const { collection_type: type } = collection;
  const refused = file.status === 'failed' ? `the file failed: ${file.error ?? ''}` : cannotJoin(type, file);
  if (refused !== undefined) return { status: 'failed', error: refused };
  // A picture has no segments and is perceived as a whole; a film that could not be cut as asked is not.
  if (segmentation?.status === 'not_applicable' && file.media_type !== 'image')
    return { status: 'not_applicable', error: segmentation.error };
  return undefined;
}

async function start(ctx: JobContext, member: MemberRow): Promise<void> {
  if (member.status !== 'pending') return;
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.fence(trx);
    await trx
      .updateTable('collection_files')
      .set({
        status: 'processing',
        ...(member.searchable_status === null ? {} : { searchable_status: 'processing' as const }),
      })
      .where('collection_id', '=', member.collection_id)
      .where('file_id', '=', member.file_id)
      .execute();
    await emit(trx, 'collection.file.job.processing', member.account_id, memberIds(member), ctx.clock());
  });
}

async function end(ctx: JobContext, member: MemberRow, ended: Ended): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.fence(trx);
    await endMember(ctx, trx, member, ended);
  });
}

async function perceive(ctx: JobContext, subject: Subject): Promise<void> {
  const { member, collection, file } = subject;
  let result: SensesResult;
  let outline: Outline | undefined;
  try {
    result = await sense(ctx, subject);
    if (isOutlined(collection.collection_type)) outline = await outlineFile(ctx, file, result);
  } catch (error) {
    return end(ctx, member, { status: 'failed', error: blameMedia(ctx, error) });
  }
  const failure = wholeFailure(result);
  if (failure !== undefined) return end(ctx, member, { status: 'failed', error: failure });
  await ctx.db.transaction().execute(async (trx) => {
    await ctx.fence(trx);
    const segments = await trx
      .selectFrom('segments')
      .select(['id', 'start_time as start', 'end_time as end'])
      .where('segmentation_id', '=', member.segmentation_id ?? '')
      .orderBy('position')
      .execute();
    await indexMember(trx, {
      account_id: member.account_id,
      collection_id: collection.id,
      collection_type: collection.collection_type,
      file,
      member_metadata: fromJson<Record<string, unknown>>(member.metadata),
      segmentation_id: member.segmentation_id,
      segments,
      result,
    });
    if (outline) await writeOutline(trx, member, outline);
    await endMember(ctx, trx, member, { status: 'completed', error: null });
  });
}

async function sense(ctx: JobContext, { member, collection, file }: Subject): Promise<SensesResult> {
  const config = fromJson<Pick<Collection, 'describe_config'>>(collection.config);
  const wanted = { collection_type: collection.collection_type, describe_config: config?.describe_config };
  const progress = keepProgress(ctx, member);
  const options = { shots: isOutlined(collection.collection_type), onProgress: progress.tell };
  try {
    return await senseFile(ctx, file, sensesFor(wanted, file.media_type), options);
  } finally {
    await progress.stop();
  }
}
