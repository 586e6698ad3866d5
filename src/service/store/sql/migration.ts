import { StoreRefused } from './errors.ts';

/** One numbered migration, for each engine. One that has landed never changes; add a new one instead. */
export interface Migration {
  readonly version: number;
  readonly sqlite: string;
  readonly postgres: string;
}

/** The last commit that can migrate the stores from before the baseline. */
const LAST_WITH_OLDER = 'e8e191e5';

/**
 * Judges the version of a store.
 * @param found 0: there is nothing yet
 * @param place where it is, in words, and what to choose instead
 * @throws StoreRefused if it is newer than the last of the steps, or older than the first
 */
export function checkVersion(
  found: number,
  steps: readonly Migration[],
  { shown, kind }: { readonly shown: string; readonly kind: 'data folder' | 'database' },
): void {
  const [oldest, newest] = [steps[0]?.version ?? 0, steps.at(-1)?.version ?? 0];
  if (found > newest)
    throw new StoreRefused(
      `${shown} has store version ${found}, but this vau supports versions up to ${newest}; ` +
        `update vau (npm install -g vau-cli), or choose another ${kind}. Nothing was changed.`,
    );
  if (found > 0 && found < oldest)
    throw new StoreRefused(
      `${shown} has store version ${found}, but this vau supports versions from ${oldest} on; start the vau of commit ` +
        `${LAST_WITH_OLDER} on it once, which brings it to version ${oldest}, or choose another ${kind}. Nothing was changed.`,
    );
}
