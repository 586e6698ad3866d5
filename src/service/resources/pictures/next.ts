import type { JobContext } from '../../jobs/handlers.ts';
import { byNone, byOthers, encodedFile } from '../../search/vectors/serving.ts';
import { PICTURES } from '../../search/vectors/tables.ts';
import type { Db, Trx } from '../../store/sql/schema.ts';
import { pictureEncoder } from '../../understanding/modalities/pictures/index.ts';
import { hasOthers } from '../passages/drop-others.ts';
import { type CollectionFileKey, nameEncoder } from '../passages/vector-rows.ts';

/** The next collection file whose frames have no vectors of this model; undefined if there is none. */
export async function nextToLookAt(db: Db, model: string): Promise<CollectionFileKey | undefined> {
  return (await encodedFile(db, byNone(PICTURES))) ?? encodedFile(db, byOthers(PICTURES, model));
}

/** Whether there is an encoder, and collection files wait for its vectors, or those of others are left over. */
export async function isUnseen({ db, config }: Pick<JobContext, 'db' | 'config'>): Promise<boolean> {
  const encoder = pictureEncoder(config.dataDir);
  if (!encoder || encoder.problem !== undefined) return false;
  return (await nextToLookAt(db, encoder.model)) !== undefined || hasOthers(db, PICTURES, encoder.model);
}

/**
 * Lets a collection file wait for the vectors of its frames. Those that it has are kept: what a file shows does not change.
 */
export async function waitForPictures(
  { config, queue }: Pick<JobContext, 'config' | 'queue'>,
  trx: Trx,
  key: CollectionFileKey,
): Promise<void> {
  await nameEncoder(trx, PICTURES, key, null);
  if (pictureEncoder(config.dataDir)) await queue.enqueue(trx, 'pictures.encode', {});
}
