import { describe, expect, it } from 'vitest';
import { ahead, everyPage } from '../../src/client/pages.ts';

/** A list of pages of one row, which notes what is asked. The page at `fails` is an error. */
function list({
  pages = 3,
  cursors = false,
  fails,
}: {
  pages?: number;
  cursors?: boolean;
  fails?: number;
} = {}) {
  const asked: number[] = [];
  const fetch = async ({ offset, cursor = 0 }: Readonly<Record<string, unknown>>) => {
    const at = Number(cursors ? cursor : offset);
    asked.push(at);
    if (at === fails) throw new Error(`page ${at}`);
    const next = at + 1 < pages ? { next_cursor: String(at + 1) } : {};
    return { data: [at], ...(cursors ? next : { total: pages }) };
  };
  return { asked, pages: ahead(everyPage(fetch, cursors ? { cursor: '0' } : { limit: 1, offset: 0 })) };
}

describe('pages requested ahead', () => {
  const askedWhile = async ({ asked, pages }: ReturnType<typeof list>) => {
    const seen: unknown[] = [];
    for await (const { rows } of pages) {
      await new Promise(setImmediate);
      seen.push([...rows, asked.length]);
    }
    return seen;
  };

  it('are two pages ahead of the next one, and not more', async () => {
    expect(await askedWhile(list({ pages: 7 }))).toEqual([
      [0, 4],
      [1, 5],
      [2, 6],
      [3, 7],
      [4, 7],
      [5, 7],
      [6, 7],
    ]);
  });

  it('are two ahead by cursor, where only an answer says which page comes next', async () => {
    expect(await askedWhile(list({ pages: 5, cursors: true }))).toEqual([
      [0, 3],
      [1, 4],
      [2, 5],
      [3, 5],
      [4, 5],
    ]);
  });

  it('begin where the page before ended, if that was shorter than asked for', async () => {
    const asked: number[] = [];
    const fetch = async ({ offset = 0 }: Readonly<Record<string, unknown>>) => {
      asked.push(Number(offset));
      const rows = Array.from({ length: offset === 2 ? 1 : 2 }, (_, at) => Number(offset) + at);
      return { data: rows.filter((row) => row < 9), total: 9 };
    };
    const rows: unknown[] = [];
    for await (const page of ahead(everyPage(fetch, { limit: 2, offset: 0 }))) rows.push(...page.rows);
    expect(rows).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('show what came before an error', async () => {
    const { pages } = list({ fails: 1 });
    expect((await pages.next()).value?.rows).toEqual([0]);
    await new Promise(setImmediate);
    await expect(pages.next()).rejects.toThrow('page 1');
  });

  it('leave no error behind when nobody asks for the page', async () => {
    const { pages } = list({ fails: 1 });
    await pages.next();
    await new Promise(setImmediate);
    expect(await pages.return(undefined)).toEqual({ value: undefined, done: true });
  });
});
