import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseAst } from 'vitest/node';
import { hasDeletions } from '../../src/service/store/sql/deletions.ts';
import { sourcesIn } from '../support/imports.ts';

/**
 * What is being deleted keeps its rows for a while, and every reader leaves them out: a query on such a table uses `isKept`, or
 * asks for rows by an id that it was given, or says why it wants them too, in a comment that begins with `// Deleted ones too: `.
 */
const BY_ID = /\.where\(\s*(?:unindexed\()?'(?!(?:\w+\.)?account_id')[\w.]*id'\)?,\s*'(?:=|in)'/;
const SAID = '// Deleted ones too: ';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly callee?: Node;
  readonly property?: Node;
  readonly name?: unknown;
  readonly arguments?: readonly Node[];
  readonly value?: unknown;
}

interface Query {
  readonly table: string;
  /** Its source, with the line above. */
  readonly text: string;
  readonly line: number;
}

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** The whole chains of calls that begin with `selectFrom('TABLE')`. */
function queriesIn(source: string): Query[] {
  const found: Query[] = [];
  const visit = (value: unknown, chain: Node | undefined): void => {
    if (Array.isArray(value)) for (const one of value) visit(one, undefined);
    if (!isNode(value)) return;
    const links = value.type === 'CallExpression' || value.type === 'MemberExpression';
    const whole = links ? (chain ?? value) : undefined;
    const first = value.arguments?.[0]?.value;
    if (value.callee?.property?.name === 'selectFrom' && typeof first === 'string' && whole) {
      const [table = ''] = first.split(' as ');
      const line = source.slice(0, whole.start).split('\n').length;
      const above = source.lastIndexOf('\n', source.lastIndexOf('\n', whole.start) - 1);
      found.push({ table, line, text: source.slice(above + 1, whole.end) });
    }
    for (const [key, child] of Object.entries(value))
      visit(child, links && (key === 'callee' || key === 'object') ? whole : undefined);
  };
  visit(parseAst(source, { lang: 'ts' }).body, undefined);
  return found;
}

/** The queries that may show what is being deleted. */
const unsure = (source: string) =>
  queriesIn(source).filter(
    ({ table, text }) =>
      hasDeletions(table) && !text.includes('isKept(') && !BY_ID.test(text) && !text.includes(SAID),
  );

const sources = sourcesIn('src/service').map((file) => [file, readFileSync(file, 'utf8')] as const);

describe('queries on what may be being deleted', () => {
  it('leave it out, or say why not', () => {
    expect(
      sources.flatMap(([file, source]) =>
        unsure(source).map(({ line, table }) => `${file}:${line} ${table}`),
      ),
    ).toEqual([]);
  });

  it('are found', () => {
    const queries = sources.flatMap(([, source]) => queriesIn(source));
    expect(queries.filter(({ table }) => hasDeletions(table)).length).toBeGreaterThan(120);
    const query = (rest: string) =>
      `const rows = db\n  .selectFrom('files')\n  .select('id')${rest}.execute();`;
    for (const rest of ['', ".where('account_id', '=', account)", ".where('status', '=', 'failed')"])
      expect(unsure(query(rest)), rest).toHaveLength(1);
    for (const rest of [".where('files.id', 'in', ids)", ".where(isKept('files'))", `\n  ${SAID}why\n  `])
      expect(unsure(query(rest)), rest).toEqual([]);
  });
});
