import type { Selectable } from 'kysely';
import type { Db, DocumentsTable, Trx } from '../store/schema.ts';
import { listOf, writeTerms } from '../store/terms.ts';
import { wordColumns } from '../store/words.ts';
import { ANALYSER_VERSION } from '../text/analyse/index.ts';
import type { SearchContext } from './context.ts';
import { noteWords, termsOfDocument } from './documents.ts';
import { type FilmWords, filmWords } from './film-words.ts';

const COLUMNS = ['docid', 'account_id', 'collection_id', 'file_id', 'type', ...wordColumns] as const;
/** Documents read and written at a time. */
const PAGE = 500;

type Row = Pick<Selectable<DocumentsTable>, (typeof COLUMNS)[number]>;
type Place = Pick<Row, 'account_id' | 'collection_id' | 'file_id'>;

/** Runs work in a transaction: a job's own, or the store's. */
export type Write = <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>;

/** The place of a document that an older analyser made, or none did; undefined when there is none. */
export function nextToAnalyse(db: Db): Promise<Place | undefined> {
  return db
    .selectFrom('documents')
    .select(['account_id', 'collection_id', 'file_id'])
    .where('analysed', '<', ANALYSER_VERSION)
    .orderBy('analysed')
    .orderBy('docid')
    .executeTakeFirst();
}

/**
 * Analyses the documents of a file in a collection again, a page in a transaction. What ends in between is gone on with:
 * documents that are done are not done again.
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

/** What a file's documents are analysed by: its lines in their languages, and what stands in its documents besides. */
async function filmOf(ctx: SearchContext, place: Place): Promise<FilmWords> {
  const lines = await linesAt(ctx.db, place).execute();
  const texts = await documentsAt(ctx.db, place).where('type', '=', 'file').execute();
  const besides = texts.flatMap((row) => [row.title, row.metadata, row.entities]);
  return filmWords(ctx, [...lines.map(({ text }) => text), ...besides]);
}

/** Writes terms of documents that are still there. */
async function rewrite(trx: Trx, rows: readonly Row[], film: FilmWords): Promise<void> {
  const docids = rows.map(({ docid }) => docid);
  const there = await trx.selectFrom('documents').select('docid').where('docid', 'in', docids).execute();
  const kept = new Set(there.map(({ docid }) => docid));
  const terms = rows
    .filter(({ docid }) => kept.has(docid))
    .flatMap((row) => termsOfDocument(row.docid, row, film));
  await writeTerms(trx, terms, ANALYSER_VERSION);
}

async function setLanguages(trx: Trx, place: Place, film: FilmWords): Promise<void> {
  const positions = new Map<string, number[]>();
  for (const { sense, position, text } of await linesAt(trx, place).execute()) {
    const key = `${sense} ${film.languageOf(text)}`;
    positions.set(key, [...(positions.get(key) ?? []), position]);
  }
  for (const [key, some] of positions) {
    const [sense = '', language = ''] = key.split(' ');
    await trx
      .updateTable('sense_lines')
      .set({ language })
      .where('collection_id', '=', place.collection_id)
      .where('file_id', '=', place.file_id)
      .where('sense', '=', sense)
      .where('position', 'in', listOf(some))
      .execute();
  }
}

function linesAt(db: Db, { collection_id, file_id }: Place) {
  return db
    .selectFrom('sense_lines')
    .select(['sense', 'position', 'text', 'language'])
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id);
}

function documentsAt(db: Db, { collection_id, file_id }: Place) {
  return db
    .selectFrom('documents')
    .select(COLUMNS)
    .where('collection_id', 'is', collection_id)
    .where('file_id', '=', file_id)
    .orderBy('docid');
}
