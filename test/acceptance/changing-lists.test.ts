/** `--all` of a list that another client changes while it is read. */
import { describe, expect, it } from 'vitest';
import { type Answer, type Arrived, choosing, stage } from './harness.ts';
import { runInProcess } from './in-process.ts';

const { service, home } = await stage();

/** Tags of a service, and what happens to them after a number of its answers. */
interface Changing {
  readonly rows: string[];
  /** Changes the rows; gets the number of answers so far. */
  readonly change: (rows: string[], answers: number) => void;
}

/** Serves the rows by offset, or by a cursor that is an offset. */
function serving({ rows, change }: Changing, cursors = false) {
  let answers = 0;
  service.script = ({ query }: Arrived): Answer => {
    const [offset, limit] = [Number(query.cursor ?? query.offset ?? 0), Number(query.limit ?? 20)];
    const data = rows.slice(offset, offset + limit).map((id) => ({ id, label: 'l', value: id }));
    const next = offset + data.length;
    const more = cursors && next < rows.length ? { next_cursor: String(next) } : {};
    const json = { object: 'list', data, total: rows.length, limit, offset, ...more };
    answers += 1;
    change(rows, answers);
    return { json };
  };
}

const named = (count: number, name = 'tag') => Array.from({ length: count }, (_, at) => `${name}-${at}`);

async function listed(...more: string[]) {
  const line = ['tag', 'list', '--file-id', 'f', '--all', '-o', 'ndjson', ...more];
  const env = { HOME: home.folder, VAU_CONFIG_DIR: home.folder, ...choosing(service) };
  const { status, stdout, stderr } = await runInProcess(line, env);
  const ids = stdout
    .split('\n')
    .filter(Boolean)
    .map((text) => (JSON.parse(text) as { id: string }).id);
  return { status, ids, stderr };
}

/** After some answers, once. */
const once = (at: number, change: (rows: string[]) => void) => (rows: string[], answers: number) => {
  if (answers === at) change(rows);
};

/** What happens to a list of 240 rows, read in pages of 10. */
const changes: Readonly<Record<string, Changing['change']>> = {
  'the first 40 are deleted': once(8, (rows) => rows.splice(0, 40)),
  'some are deleted at three times': (rows, at) => {
    if ([5, 9, 14].includes(at)) rows.splice(7, 15);
  },
  'all that were read are deleted': once(14, (rows) => rows.splice(0, 150)),
  'one is deleted after each answer': (rows) => {
    if (rows.length > 180) rows.shift();
  },
  'some are added before the others': once(8, (rows) => rows.unshift(...named(25, 'new'))),
  'some are added after the others': once(8, (rows) => rows.push(...named(25, 'new'))),
  'some are added and more deleted': once(8, (rows) => {
    rows.splice(0, 30);
    rows.push(...named(20, 'new'));
  }),
  'they come into another order': once(8, (rows) => rows.splice(0, 0, ...rows.splice(60, 150))),
};

describe('--all of a list that changes', () => {
  for (const [what, change] of Object.entries(changes))
    for (const cursors of [false, true])
      it(`gives every row once, if ${what}${cursors ? ', by cursor' : ''}`, async () => {
        const rows = named(240);
        const before = [...rows];
        serving({ rows, change }, cursors);
        const { status, ids, stderr } = await listed('--limit', '10');
        expect(status).toBe(0);
        expect(ids.length).toBe(new Set(ids).size);
        // Whatever a cursor is, a total that stays the same says nothing about an order that changed.
        if (cursors && what.includes('order')) return;
        expect(rows.filter((id) => before.includes(id) && !ids.includes(id))).toEqual([]);
        expect(rows.filter((id) => !ids.includes(id))).toEqual([]);
        expect(stderr).toBe('');
      });

  it('gives every row once, if as many are added as deleted', async () => {
    const rows = named(541);
    serving({
      rows,
      change: once(2, (all) => {
        all.splice(0, 30);
        all.push(...named(30, 'new'));
      }),
    });
    const { ids } = await listed();
    expect([...ids].sort()).toEqual([...new Set([...named(30), ...rows])].sort());
  });

  it('says so, if the list changes for ever', async () => {
    let next = 0;
    serving({
      rows: named(95),
      change: (rows) => {
        next += 1;
        rows.splice(0, 2, `first-${next}`);
        if (rows.length < 60) rows.push(...named(50, `more-${next}`));
      },
    });
    const { status, ids, stderr } = await listed('--limit', '10');
    expect([status, ids.length]).toEqual([0, new Set(ids).size]);
    expect(stderr).toContain('kept changing while it was read');
  });

  it('asks no more often for one that does not change', async () => {
    for (const [count, requests] of [
      [600, 6],
      [601, 7],
      [605, 7],
      [699, 7],
      [100, 1],
      [101, 2],
      [1, 1],
    ] as const) {
      service.arrived.length = 0;
      serving({ rows: named(count), change: () => undefined });
      expect((await listed()).ids).toEqual(named(count));
      expect(service.arrived.length).toBe(requests);
    }
  });
});
