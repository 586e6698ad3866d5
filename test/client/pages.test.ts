import { describe, expect, it } from 'vitest';
import { ahead, everyPage } from '../../src/client/pages.ts';

/** A list of three pages, which notes what is asked. The page at `fails` is an error. */
function list(fails?: number) {
  const asked: number[] = [];
  const fetch = async ({ offset = 0 }: Readonly<Record<string, unknown>>) => {
    asked.push(Number(offset));
    if (offset === fails) throw new Error(`page ${offset}`);
    return { data: [offset], total: 3 };
  };
  return { asked, pages: ahead(everyPage(fetch, {})) };
}

describe('pages requested ahead', () => {
  it('are one page ahead, and not more', async () => {
    const { asked, pages } = list();
    const seen: unknown[] = [];
    for await (const { rows } of pages) {
      await new Promise(setImmediate);
      seen.push([...rows, [...asked]]);
    }
    expect(seen).toEqual([
      [0, [0, 1]],
      [1, [0, 1, 2]],
      [2, [0, 1, 2]],
    ]);
  });

  it('show what came before an error', async () => {
    const { pages } = list(1);
    expect((await pages.next()).value?.rows).toEqual([0]);
    await new Promise(setImmediate);
    await expect(pages.next()).rejects.toThrow('page 1');
  });

  it('leave no error behind when nobody asks for the page', async () => {
    const { pages } = list(1);
    await pages.next();
    await new Promise(setImmediate);
    expect(await pages.return(undefined)).toEqual({ value: undefined, done: true });
  });
});
