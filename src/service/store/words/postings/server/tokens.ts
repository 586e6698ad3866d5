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
