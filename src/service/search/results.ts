import type { SearchResult } from '../../contract/index.ts';
import { filmLink } from '../links/films.ts';
import type { Link } from '../links/links.ts';
import type { StoredResult } from './make-result.ts';

/** A stored result as the API shows it, with fresh links to its film and its picture. */
export function showResult({ thumbnail_key, quote: _, ...result }: StoredResult, link: Link): SearchResult {
  const shown = withFilm(result, link);
  return thumbnail_key === undefined ? shown : { ...shown, thumbnail_url: link(thumbnail_key) };
}

/** The result with the address of its film, if its name is known. */
export function withFilm<Result extends { file_id: string; filename?: string | undefined }>(
  result: Result,
  link: Link,
): Result & { media_url?: string } {
  const { file_id, filename } = result;
  return filename === undefined ? result : { ...result, media_url: filmLink(link, file_id, filename) };
}
