import { badRequest } from '../../../errors.ts';
import type { LifecycleContext } from '../../../jobs/lifecycle/lifecycle.ts';
import { isKept } from '../../../store/sql/deletions.ts';
import type { Trx } from '../../../store/sql/schema.ts';
import { namesFromOthers, nameVoices } from '../../../understanding/modalities/speakers/names.ts';
import type { FileRow } from '../../common/lookup.ts';
import { type HearingSettings, settingsOf } from '../hearing-settings.ts';

type Names = NonNullable<HearingSettings['speakers']>;

/**
 * Adds names of speakers to those that a file's speakers have.
 * @param given by label or current name
 * @returns all names by provider and label
 * @throws 400 for a speaker that the file does not have, naming those that it has
 */
export async function namedSpeakers(
  trx: Trx,
  file: FileRow,
  given: Readonly<Record<string, string>>,
): Promise<Names> {
  const { provider, speakers } = await heardSpeakers(trx, file.id);
  const all = settingsOf(file).speakers ?? {};
  const names = { ...all[provider] };
  const shown = { ...(await namesFromOthers(trx, file)), ...names };
  for (const [who, name] of Object.entries(given)) {
    const label = labelOf(shown, who);
    if (!speakers.includes(who) && !(label in shown))
      throw badRequest(
        `field speakers: file ${file.id} has no speaker ${JSON.stringify(who)}; it has ${speakers.map((one) => JSON.stringify(one)).join(', ') || 'none'}`,
      );
    names[label] = name;
  }
  return { ...all, [provider]: names };
}

/** Lets a job show these names, by provider and label, in the other files in which the same voices speak, if they have no others there. */
export async function nameInOtherFiles(
  ctx: Pick<LifecycleContext, 'clock' | 'queue'>,
  trx: Trx,
  file: FileRow,
  names: Names,
): Promise<void> {
  const byLabel = Object.assign({}, ...Object.values(names));
  if (await nameVoices(trx, file, byLabel, ctx.clock())) await ctx.queue.enqueue(trx, 'voices.name', {});
}

/** A speaker who has a name is shown, and so may be given, under that name. */
function labelOf(names: Readonly<Record<string, string>>, who: string): string {
  return Object.keys(names).find((label) => names[label] === who) ?? who;
}

/** The speakers of a file in its collections, as they are shown, and the provider that told them apart. */
async function heardSpeakers(trx: Trx, fileId: string): Promise<{ provider: string; speakers: string[] }> {
  const made = await trx
    .selectFrom('collection_file_modalities')
    .select(['provider', 'collection_id'])
    .where('file_id', '=', fileId)
    .where('modality', '=', 'speech')
    .where('provider', 'is not', null)
    .where(isKept('collection_file_modalities'))
    .executeTakeFirst();
  if (!made?.provider) return { provider: '', speakers: [] };
  const rows = await trx
    .selectFrom('modality_lines')
    .select('speaker')
    .distinct()
    .where('collection_id', '=', made.collection_id)
    .where('file_id', '=', fileId)
    .where('modality', '=', 'speech')
    .orderBy('speaker')
    .execute();
  return { provider: made.provider, speakers: rows.flatMap(({ speaker }) => speaker ?? []) };
}
