import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Input, RequestContext } from '../../http/handler.ts';
import type { JobPayloads } from '../../queue/kinds.ts';
import type { MediaJobTable } from '../../store/sql/schema.ts';
import { findFile, withFile } from '../common/lookup.ts';
import { fileNamed } from '../files/sync.ts';
import { getOrCreateSegmentation } from '../segmentations/rows.ts';
import { chooseSegmentation } from '../segmentations/spec.ts';
import type { MediaJob, MediaJobKind, MediaJobRow } from './kinds.ts';

type Request = Pick<Input<'describe.create' | 'transcribe.create' | 'extract.create'>, 'body' | 'sent'>;

/** The columns that are filled in the same way for every kind. */
type Common = Omit<Selectable<MediaJobTable>, 'config'>;
type Own<Kind extends MediaJobKind> = Omit<MediaJobRow<Kind>, keyof Common>;

/**
 * Adds a job over the media a request names. It starts when its file and its segmentation are ready.
 * @param own the columns of this kind
 * @throws 400, 404 and 409 as the file and the segmentation do
 */
export async function addMediaJob<Kind extends MediaJobKind>(
  ctx: RequestContext,
  job: MediaJob<Kind>,
  { body, sent }: Request,
  own: Own<Kind>,
): Promise<MediaJobRow<Kind>> {
  const file = await findFile(ctx, await fileNamed(ctx, body.url));
  const wanted = await chooseSegmentation(ctx, file, body, sent);
  return withFile(ctx, file.id, async (trx, now) => {
    const segmentation = await getOrCreateSegmentation(ctx, trx, now, wanted);
    const common: Common = {
      id: randomUUID(),
      account_id: ctx.accountId,
      file_id: now.id,
      url: body.url,
      status: 'pending',
      error: null,
      segmentation_id: segmentation?.id ?? null,
      created_at: ctx.clock(),
    };
    const row = { ...common, ...own } as MediaJobRow<Kind>;
    await trx
      .insertInto(job.table as 'describes')
      .values(row as MediaJobRow<'describe.run'>)
      .execute();
    await ctx.lifecycle.start(trx, job.kind, { [job.key]: row.id } as JobPayloads[Kind]);
    return row;
  });
}
