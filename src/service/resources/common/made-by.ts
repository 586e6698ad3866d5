import type { Modality, RedoBody } from '../../../contract/index.ts';
import { modalities } from '../../../contract/index.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { Db } from '../../store/sql/schema.ts';
import type { StoredMaker } from '../../understanding/analysis/makers.ts';

/** What made the results of a file in a collection, by modality. */
export type StoredMakers = ReadonlyMap<Modality, StoredMaker>;

/** What made the results of files in a collection, by file. */
export async function storedMakers(
  db: Db,
  collectionId: string,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, StoredMakers>> {
  const rows = await db
    .selectFrom('collection_file_modalities')
    .select(['file_id', 'modality', 'provider', 'settings'])
    .where('collection_id', '=', collectionId)
    .where('file_id', 'in', fileIds)
    .execute();
  const makers = new Map<string, Map<Modality, StoredMaker>>();
  for (const { file_id, modality, provider, settings } of rows) {
    if (!isModality(modality)) continue;
    const own = makers.get(file_id) ?? new Map();
    makers.set(file_id, own.set(modality, { provider, settings: fromJson(settings) }));
  }
  return makers;
}

const isModality = (name: string): name is Modality => (modalities as readonly string[]).includes(name);

/** What a redo asks for. */
type Asked = Pick<RedoBody, 'modalities' | 'provider' | 'audio_language' | 'vocabulary'>;

/** Whether a redo asks for a modality. */
export function asksFor(body: Asked, one: NonNullable<RedoBody['modalities']>[number]): boolean {
  return body.modalities?.includes(one) ?? (one === 'speech' || !isChosen(body));
}

/** Whether how the speech of files is recognised was chosen: then it is recognised again whatever made it. */
export const isChosen = ({ provider, audio_language, vocabulary }: Asked): boolean =>
  [provider, audio_language, vocabulary].some((one) => one !== undefined);
