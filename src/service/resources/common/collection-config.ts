import type { Collection } from '../../../contract/index.ts';
import { fromJson } from '../../store/sql/json.ts';
import type { CollectionRow } from './lookup.ts';

/** The names and terms that the speech recogniser should know. */
export function vocabularyOf({ config }: CollectionRow): readonly string[] {
  return fromJson<Pick<Collection, 'vocabulary'>>(config)?.vocabulary ?? [];
}

/** The understanding options of a media-descriptions or rich-transcripts collection; undefined where not set. */
export function understandingConfig({ config }: CollectionRow): Collection['describe_config'] {
  const kept = fromJson<Pick<Collection, 'describe_config' | 'transcribe_config'>>(config);
  return kept?.transcribe_config ?? kept?.describe_config;
}
