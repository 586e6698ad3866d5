import type { Json, Trx } from '../../store/sql/schema.ts';
import type { MadeBy } from '../../understanding/modalities/port.ts';
import { type LanguageConfig, languageModel, providerOf } from '../../understanding/models/language/model.ts';
import { outlinePrompt, promptId } from '../../understanding/models/language/prompts/prompt.ts';
import type { CollectionFileKey } from '../passages/vector-rows.ts';

/** What makes chapters and titles now; undefined without a language model that can be used. */
export function outlineMaker(config: LanguageConfig): MadeBy | undefined {
  const language = languageModel(config);
  if (!language || 'problem' in language) return undefined;
  const settings = { version: language.model, question: promptId(outlinePrompt) };
  return { provider: providerOf(language), settings };
}

/** Notes which model was asked for the chapters and titles of a collection file, or why it gave none. */
export async function noteOutline(
  trx: Trx,
  { collection_id, file_id }: Pick<CollectionFileKey, 'collection_id' | 'file_id'>,
  state: { readonly outlined_by?: Json | null; readonly outline_error?: string | null },
): Promise<void> {
  await trx
    .updateTable('collection_file_structures')
    .set(state)
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .execute();
}
