import type { FilesTable } from '../store/sql/schema.ts';
import { stemOf } from './name-title.ts';

type TitledFile = Pick<FilesTable, 'filename' | 'metadata' | 'source_metadata'>;

/**
 * A file's title, never invented: the `title` in its metadata, else its source's title, else its name without the
 * extension.
 */
export function titleOf(file: TitledFile): string {
  return givenTitle(file) ?? stemOf(file.filename);
}

/** The title that a user or the file's source gave it, if any. */
export function givenTitle(file: Omit<TitledFile, 'filename'>): string | undefined {
  return titleIn(file.metadata) ?? titleIn(file.source_metadata);
}

function titleIn(json: string | null): string | undefined {
  const title: unknown = json === null ? undefined : JSON.parse(json)?.title;
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : undefined;
}
