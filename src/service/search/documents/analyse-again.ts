import type { Selectable } from 'kysely';
import { listOf } from '../../store/sql/expressions.ts';
import type { Db, DocumentsTable, Trx } from '../../store/sql/schema.ts';
import { wordColumns } from '../../store/words/match-words.ts';
import { replaceTerms } from '../../store/words/write-terms.ts';
import { ANALYSER_VERSION } from '../../text/analyse/index.ts';
import type { SearchContext } from '../context.ts';
import { type FilmWords, filmWords } from '../words/film-words.ts';
import { noteWords, termsOfDocument } from './documents.ts';

const COLUMNS = ['docid', 'account_id', 'collection_id', 'file_id', 'type', ...wordColumns] as const;
/** Documents per transaction. */
const PAGE = 500;

type Row = Pick<Selectable<DocumentsTable>, (typeof COLUMNS)[number]>;
type Place = Pick<Row, 'account_id' | 'collection_id' | 'file_id'>;

/** Runs work in a transaction. */
export type Write = <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>;

/** The next collection file with documents of an older analyser version; undefined if there is none. */
export function nextToAnalyse(db: Db): Promise<Place | undefined> {
  // Deleted ones too: they are gone soon.
  return db
    .selectFrom('documents')
    .select(['account_id', 'collection_id', 'file_id'])
    .where('analysed', '<', ANALYSER_VERSION)
    .orderBy('analysed')
    .orderBy('docid')
    .executeTakeFirst();
}

/**
 * Re-analyses the documents of a collection file, one page per transaction. After an interruption the next call goes on
 * with the pages that are left.
 */
export async function analyseAgain(ctx: SearchContext, write: Write, place: Place): Promise<void> {
  const film = await filmOf(ctx, place);
  await write(async (trx) => {
    await noteWords(trx, place.account_id, film);
    await setLanguages(trx, place, film);
  });
  for (;;) {
    const rows = await documentsAt(ctx.db, place)
      .where('analysed', '<', ANALYSER_VERSION)
      .limit(PAGE)
      .execute();
    if (rows.length === 0) return;
    await write((trx) => rewrite(trx, rows, film));
    await ctx.yieldTurn();
  }
}

/** Recognises and analyses the lines, title, metadata and entities of a collection file. */
async function filmOf(ctx: SearchContext, place: Place): Promise<FilmWords> {
  const lines = await linesAt(ctx.db, place).execute();
  const texts = await documentsAt(ctx.db, place).where('type', '=', 'file').execute();
  const besides = texts.flatMap((row) => [row.title, row.metadata, row.entities]);
  return filmWords(ctx, [...lines.map(({ text }) => text), ...besides]);
}

/** Writes the terms of documents that still exist. */
async function rewrite(trx: Trx, rows: readonly Row[], film: FilmWords): Promise<void> {
  const docids = rows.map(({ docid }) => docid);
  const there = await trx.selectFrom('documents').select('docid').where('docid', 'in', docids).execute();
  const kept = new Set(there.map(({ docid }) => docid));
  const terms = rows
    .filter(({ docid }) => kept.has(docid))
    .flatMap((row) => termsOfDocument(row.docid, row, film));
  await replaceTerms(trx, terms, ANALYSER_VERSION);
}

async function setLanguages(trx: Trx, place: Place, film: FilmWords): Promise<void> {
  const positions = new Map<string, number[]>();
  for (const { modality, position, text } of await linesAt(trx, place).execute()) {
    const key = `${modality} ${film.languageOf(text)}`;
    positions.set(key, [...(positions.get(key) ?? []), position]);
  }
  for (const [key, some] of positions) {
    const [modality = '', language = ''] = key.split(' ');
    await trx
      .updateTable('modality_lines')
      .set({ language })
      .where('collection_id', '=', place.collection_id)
      .where('file_id', '=', place.file_id)
      .where('modality', '=', modality)
      .where('position', 'in', listOf(some))
      .execute();
  }
}

function linesAt(db: Db, { collection_id, file_id }: Place) {
  return db
    .selectFrom('modality_lines')
    .select(['modality', 'position', 'text', 'language'])
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id);
}

function documentsAt(db: Db, { collection_id, file_id }: Place) {
  return db
    .selectFrom('documents')
    .select(COLUMNS)
    .where('collection_id', 'is not distinct from', collection_id)
    .where('file_id', '=', file_id)
    .orderBy('docid');
}
