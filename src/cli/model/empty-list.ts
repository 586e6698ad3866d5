/** Query fields that order a list or cut pages from it; all others choose what is in it. */
const arranging: readonly string[] = ['limit', 'offset', 'cursor', 'sort', 'sort_by', 'order', 'order_by'];

/** @param query the flags of a list, as request fields @returns true if they leave some items out */
export const isFiltered = (query: object): boolean =>
  Object.keys(query).some((name) => !arranging.includes(name));

/** What a list is of, and the commands that an empty one names. */
export interface ListOf {
  /** Plural: files. */
  readonly what: string;
  /** What to do if there are none at all: `Put one in: vau file upload PATH` */
  readonly first: string;
  /** The command that lists all of them. */
  readonly all: string;
}

/**
 * What an empty list says, and what to do next.
 * @param query its flags, as request fields
 * @returns undefined for a later page, which says nothing about the others
 */
export function emptyList(query: object, { what, first, all }: ListOf): string | undefined {
  if (isFiltered(query)) return `No ${what} match. See all: vau ${all}`;
  if ('offset' in query && query.offset !== 0) return undefined;
  return `No ${what} yet. ${first}`;
}
