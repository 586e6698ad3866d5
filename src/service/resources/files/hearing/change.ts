import { sql } from 'kysely';
import type { RequestContext } from '../../../http/handler.ts';
import type { Trx } from '../../../store/schema.ts';
import { forgetSpeech } from '../../../understanding/results.ts';
import type { FileRow } from '../../common/lookup.ts';
import { type HearingSettings, settingsOf, storedHearing } from '../hearing-settings.ts';

/** Changes of how a file's speech is recognised; undefined fields stay as they are, null removes a field. */
export type HearingChange = { readonly [K in keyof HearingSettings]?: HearingSettings[K] | null | undefined };

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
export async function speechChanged(ctx: RequestContext, trx: Trx, file: FileRow): Promise<number> {
  await trx.updateTable('files').set({ heard: sql`heard + 1` }).where('id', '=', file.id).execute();
  return ctx.waiting.speechChanged(trx, file.id);
}

/** The same, with results that are stored from earlier recognitions deleted. */
export async function recogniseAgain(ctx: RequestContext, trx: Trx, file: FileRow): Promise<number> {
  await forgetSpeech(trx, file.content_hash);
  return speechChanged(ctx, trx, file);
}
