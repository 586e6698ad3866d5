import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../sql/schema.ts';
import { type DocidRange, type WordQuery, wordColumns } from '../../word-query.ts';

/** What the tokenizer of SQLite's index keeps of ASCII; every other character belongs to a term too. */
const TERM = /[0-9A-Za-z:.=~\u{80}-\u{10ffff}]+/gu;

/** Longer terms have no place in PostgreSQL's indexes. In characters, each of up to three bytes in an index of 2,700. */
const LONGEST = 600;

/** The terms of a text, cut as SQLite's index cuts them, so that both stores find the same. A NUL ends it there. */
export function termsIn(text: string): string[] {
  const [whole = ''] = text.split('\0');
  const terms = whole.match(TERM) ?? [];
  return terms.map(folded);
}

/** Whether a term is indexed. */
export function isIndexable(term: string): boolean {
  return term.length <= LONGEST;
}

function folded(term: string): string {
  return term.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** The documents that match a query, by docid: see matchingDocuments. */
export async function matchingInServer(
  db: Db,
  { phrases, columns = wordColumns, prefix = false }: WordQuery,
  { first, last }: DocidRange,
): Promise<number[]> {
  const wanted = phrases.map((phrase) => termsIn(phrase.join(' '))).filter((terms) => isAskable(terms));
  if (wanted.length === 0 || columns.length === 0) return [];
  const any = sql.join(
    wanted.map((terms) => matches(terms, columns, prefix)),
    sql` or `,
  );
  const { rows } = await sql<{ docids: string }>`
    select json_group_array(rowid) as docids from (
      select rowid from document_terms
      where rowid between ${first} and ${last} and (${any}) order by rowid) as found`.execute(db);
  return JSON.parse(rows[0]?.docids ?? '[]') as number[];
}

const isAskable = (terms: readonly string[]): boolean => terms.length > 0 && terms.every(isIndexable);

/** The vector finds the documents with all terms; where they stand together, the text says. */
function matches(terms: readonly string[], columns: readonly string[], prefix: boolean): RawBuilder<SqlBool> {
  const lexemes = terms.map((term, at) => quoted(term) + (prefix && at === terms.length - 1 ? ':*' : ''));
  const phrase = ` ${terms.join(' ')}${prefix ? '' : ' '}`;
  const inColumns = columns.map((name) => sql`strpos(' ' || ${sql.ref(name)} || ' ', ${phrase}) > 0`);
  return sql<SqlBool>`(words @@ ${lexemes.join(' & ')}::tsquery and (${sql.join(inColumns, sql` or `)}))`;
}

/** A term as it is, whatever characters it has. */
function quoted(term: string): string {
  return `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}
