import type { Collection } from '../../../contract/index.ts';
import { fromJson } from '../../store/json.ts';
import type { CollectionRow } from '../common/lookup.ts';

/** What a media-descriptions or rich-transcripts collection wants of its files; undefined where it does not say. */
export function understandingConfig({ config }: CollectionRow): Collection['describe_config'] {
  const kept = fromJson<Pick<Collection, 'describe_config' | 'transcribe_config'>>(config);
  return kept?.transcribe_config ?? kept?.describe_config;
}
