import { badRequest } from '../../../errors.ts';
import { isKept } from '../../../store/deletions.ts';
import type { Trx } from '../../../store/schema.ts';
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
  for (const [who, name] of Object.entries(given)) {
    const label = labelOf(names, who);
    if (!speakers.includes(who) && !(label in names))
      throw badRequest(
        `field speakers: file ${file.id} has no speaker ${JSON.stringify(who)}; it has ${speakers.map((one) => JSON.stringify(one)).join(', ') || 'none'}`,
      );
    names[label] = name;
  }
  return { ...all, [provider]: names };
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
