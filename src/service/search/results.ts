import type { SearchResult } from '../../contract/index.ts';
import type { Link } from '../links/links.ts';
import type { StoredResult } from './make-result.ts';

/** A stored result as the API shows it, with a fresh link to its picture. */
export function showResult({ thumbnail_key, quote: _, ...result }: StoredResult, link: Link): SearchResult {
  return thumbnail_key === undefined ? result : { ...result, thumbnail_url: link(thumbnail_key) };
}
