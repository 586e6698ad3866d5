/** Statements that a connection keeps prepared. The service and its workers send some 600 different ones. */
const MOST = 1_000;

/** Texts to remember that came once. */
const MOST_SEEN = 2_000;

/** Longer texts are mostly lists of values, which seldom come twice with the same length. In characters. */
const LONGEST_SQL = 8_192;

/** @returns the name under which a statement stays prepared; undefined: it is prepared for this once */
export type NameOf = (sql: string) => string | undefined;

/**
 * Names statements, so that the server parses and plans each of them once for a connection: for a small one, that takes
 * several times as long as to run it. A text gets a name when it comes for the second time. The number of names is bounded,
 * because a connection keeps what it has prepared until it ends.
 */
export function nameStatements(): NameOf {
  const names = new Map<string, string>();
  const seen = new Set<string>();
  return (sql) => {
    const known = names.get(sql);
    if (known !== undefined || names.size === MOST || sql.length > LONGEST_SQL) return known;
    if (!seen.delete(sql)) {
      if (seen.size === MOST_SEEN) seen.clear();
      seen.add(sql);
      return undefined;
    }
    const name = `vau_${names.size}`;
    names.set(sql, name);
    return name;
  };
}
