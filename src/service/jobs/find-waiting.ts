import { type SqlBool, sql } from 'kysely';
import type { JobKind } from '../queue/queue.ts';
import { compiledOnce } from '../store/compiled.ts';
import { isKept } from '../store/deletions.ts';
import type { Db } from '../store/schema.ts';
import type { Declarations, Waiting, WaitingRow } from './waiting.ts';
import {
  type AnyDeclaration,
  all,
  declaredKinds,
  holds,
  isAfter,
  isNamed,
  isReady,
  isUnfinished,
  type Keys,
  type Payload,
  payloadsOf,
  selectKeys,
  selectMarked,
  selectPayloads,
} from './waiting-rows.ts';

/** The read-only part of the port. */
export function findWaiting(
  declarations: Declarations,
): Pick<Waiting, 'isWaiting' | 'unfinished' | 'ofFile'> {
  const every = declaredKinds(declarations);
  return {
    isWaiting: async (db, kind, payload) => {
      const rows = declarations[kind] as AnyDeclaration | undefined;
      if (!rows?.waitsFor) return false;
      const kept = sql<SqlBool>`not (${isReady(declarations, rows)})`;
      const named = isNamed(rows, payload as Payload);
      return (await selectPayloads(db, rows, all([named, isUnfinished(rows), kept]))).length > 0;
    },
    unfinished: (db, size) =>
      pages(db, every, (rows) => all([isKept(rows.table), isReady(declarations, rows)]), size),
    ofFile: madeFrom(every),
  };
}

/** Everything made from a file, in the order of the map, in one statement: each takes a way to a server and back. */
function madeFrom(every: readonly [JobKind, AnyDeclaration][]): Waiting['ofFile'] {
  const ask = compiledOnce((db, fileId: string) => {
    const parts = every.flatMap(([kind, rows]) =>
      rows.file === undefined
        ? []
        : [selectKeys(kind, rows, all([holds(rows, rows.file, fileId), isKept(rows.table)]))],
    );
    return { compile: () => sql<Keys>`${sql.join(parts, sql` union all `)}`.compile(db) };
  });
  return async (db, fileId) => {
    const found = await ask(db, fileId);
    return every.flatMap(([kind, rows]) =>
      payloadsOf(
        rows,
        found.filter((one) => one.kind === kind),
      ).map((payload) => ({ ...rowNamed(kind, payload), ...prefixOf(rows, payload) })),
    );
  };
}

/**
 * The condition is a column of the page and does not filter it: a page that skips rows could read a hundred thousand.
 */
async function* pages(
  db: Db,
  every: readonly [JobKind, AnyDeclaration][],
  condition: (rows: AnyDeclaration) => ReturnType<typeof all>,
  size: number,
): AsyncGenerator<readonly WaitingRow[]> {
  for (const [kind, rows] of every) {
    let last: Payload | undefined;
    for (;;) {
      const after = last ? [isAfter(rows, last)] : [];
      const found = await selectMarked(db, rows, all([isUnfinished(rows), ...after]), condition(rows), size);
      yield found.flatMap(({ payload, meets }) => (meets ? [rowNamed(kind, payload)] : []));
      if (found.length < size) break;
      last = found.at(-1)?.payload;
    }
  }
}

/** The declaration of this kind read the payload, so kind and payload belong together. */
function rowNamed(kind: JobKind, payload: Payload): WaitingRow {
  return { kind, payload } as WaitingRow;
}

function prefixOf({ objects }: AnyDeclaration, payload: Payload): { prefix?: string } {
  return objects ? { prefix: `${objects.folder}/${Object.values(payload)[0]}` } : {};
}
