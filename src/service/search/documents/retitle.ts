import type { Db, FilesTable, Trx } from '../../store/sql/schema.ts';
import { wordColumns } from '../../store/words/match-words.ts';
import { replaceTerms } from '../../store/words/write-terms.ts';
import { ANALYSER_VERSION } from '../../text/analyse/index.ts';
import { titleOf } from '../../text/name-title.ts';
import type { SearchContext } from '../context.ts';
import { type FilmWords, filmWordsIn } from '../words/film-words.ts';
import { termsOfDocument } from './documents.ts';

/** Analyses the lines of a file for retitle, because a document is indexed with all columns. Call it before the transaction. */
export async function wordsOfFile(ctx: SearchContext, fileId: string): Promise<FilmWords> {
  const lines = await ctx.db
    .selectFrom('modality_lines')
    .select(['text', 'language'])
    .where('collection_id', 'in', collectionsOf(ctx.db, fileId))
    .where('file_id', '=', fileId)
    .execute();
  return filmWordsIn(
    ctx,
    new Map(
      lines.flatMap(({ text, language }) =>
        text.split('\n').map((line) => [line, language ?? 'en'] as const),
      ),
    ),
  );
}

/** Updates the title in a file's documents after its name or metadata changed. */
export async function retitle(
  trx: Trx,
  file: Pick<FilesTable, 'id' | 'filename' | 'metadata' | 'source_metadata'>,
  film: FilmWords,
): Promise<void> {
  const rows = await trx
    .updateTable('documents')
    .set({ title: titleOf(file) })
    .where('file_id', '=', file.id)
    .where('type', '=', 'file')
    .returning(['docid', ...wordColumns])
    .execute();
  await replaceTerms(
    trx,
    rows.flatMap((row) => termsOfDocument(row.docid, row, film)),
    ANALYSER_VERSION,
  );
}

function collectionsOf(db: Db, fileId: string) {
  return db
    .selectFrom('documents')
    .select('collection_id')
    .where('file_id', '=', fileId)
    .where('collection_id', 'is not', null)
    .$castTo<{ collection_id: string }>();
}
