/**
 * How the speech of a file is recognised. A vocabulary, a language, a corrected transcript or names of speakers come
 * in; collection files that use the speech are started again, and names go on to files with the same voices.
 */

import { sql } from 'kysely';
import type { HearAgainBody } from '../../../../contract/index.ts';
import type { LifecycleContext } from '../../../jobs/lifecycle/lifecycle.ts';
import type { Sweep } from '../../../jobs/sweep.ts';
import type { Trx } from '../../../store/sql/schema.ts';
import { forgetModality } from '../../../understanding/modalities/results.ts';
import { nextNaming } from '../../../understanding/modalities/speakers/names.ts';
import type { FileRow } from '../../common/lookup.ts';
import { type HearingSettings, settingsOf, storedHearing } from '../hearing-settings.ts';

/** Enqueues the job if names of voices are still to be shown: after it was given up. */
export const nameUnnamed: Sweep = async ({ db, queue }) => {
  if (!(await nextNaming(db))) return;
  await db.transaction().execute((trx) => queue.enqueue(trx, 'voices.name', {}));
};

/** Changes of how a file's speech is recognised; undefined fields stay as they are, null removes a field. */
export type HearingChange = { readonly [K in keyof HearingSettings]?: HearingSettings[K] | null | undefined };

type Restarter = Pick<LifecycleContext, 'lifecycle'>;

/** Stores how a file's speech is to be recognised. Nothing is recognised again. */
export async function changeHearing(trx: Trx, file: FileRow, change: HearingChange): Promise<void> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const settings = { ...settingsOf(file), ...Object.fromEntries(given) };
  const kept = Object.entries(settings).filter(([, value]) => value !== null);
  await trx
    .updateTable('files')
    .set({ hearing: storedHearing(Object.fromEntries(kept)) })
    .where('id', '=', file.id)
    .execute();
}

/**
 * Recognises a file's speech again, or reads its corrected transcript, and redoes what was made from it.
 * @returns the number of collection files that are redone
 */
export async function speechChanged(ctx: Restarter, trx: Trx, file: FileRow): Promise<number> {
  await trx.updateTable('files').set({ heard: sql`heard + 1` }).where('id', '=', file.id).execute();
  return ctx.lifecycle.speechChanged(trx, file.id);
}

/** Recognises a file's speech again with these settings; results stored from earlier recognitions are deleted. */
export async function redoSpeech(
  ctx: Restarter,
  trx: Trx,
  file: FileRow,
  { provider, audio_language, vocabulary }: Omit<HearAgainBody, 'modality'>,
): Promise<number> {
  await changeHearing(trx, file, { provider, audio_language, vocabulary });
  await forgetModality(trx, file.content_hash, 'speech');
  return speechChanged(ctx, trx, file);
}
