/** One page of a list as the interface answers it. */
export interface Page<Item> {
  object: 'list';
  data: Item[];
  total: number;
  limit: number;
  offset: number;
}

/** @param total how many match in all */
export function pageOf<Item>(
  data: Item[],
  total: number,
  { limit, offset }: { limit: number; offset: number },
): Page<Item> {
  return { object: 'list', data, total, limit, offset };
}

/** The page of a list that is held whole. */
export function sliceOf<Item>(all: readonly Item[], page: { limit: number; offset: number }): Page<Item> {
  return pageOf(all.slice(page.offset, page.offset + page.limit), all.length, page);
}

/** A list that has nothing in it, since nothing of its kind can be made yet. */
export function emptyPage(page: { limit: number; offset: number }): Page<never> {
  return pageOf([], 0, page);
}

/**
 * The instant a day begins in UTC, as Unix ms. A day given as a bound stands for this instant: `created_after`
 * takes what was created at or after it, `created_before` what was created earlier, so that neighbouring days
 * make windows without gap or overlap.
 */
export function startOfDay(day: string): number;
export function startOfDay(day: string | undefined): number | undefined;
export function startOfDay(day: string | undefined): number | undefined {
  return day === undefined ? undefined : Date.parse(`${day}T00:00:00.000Z`);
}
