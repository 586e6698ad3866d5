/** What a set-up costs, shown before it begins. */
import { agreed } from '../local/opening/agreed.ts';
import type { Session } from '../model/session.ts';
import { formatBytes } from '../output/format.ts';
import type { Entry, PackageTree } from './catalogue/index.ts';

/** Unpacked bytes for each byte of a package's archive, about. */
const PACKAGE_RATIO = 4;

/** Bytes to fetch, and bytes of disk while it is done. */
export function costOf(entries: readonly Entry[], trees: readonly PackageTree[]) {
  const models = sum(entries.flatMap(({ downloads }) => downloads.map(({ bytes }) => bytes)));
  const packages = sum(trees.map(({ bytes }) => bytes));
  const kept = sum(entries.map(({ disk }) => disk)) + packages * PACKAGE_RATIO;
  return { fetched: models + packages, kept, room: models + packages + kept };
}

/** Shows sizes and licences, and asks, unless none of them needs that. @throws UsageError that names --yes; LocalError if the answer is no */
export async function agreeTo(
  session: Session,
  entries: readonly Entry[],
  trees: readonly PackageTree[],
  yes: boolean,
): Promise<void> {
  for (const { title, licence, terms, memory, speed, quality } of entries) {
    session.note(`${title}: ${quality}`);
    session.note(
      `  Licence ${licence} (${terms}); ${speed}; ${formatBytes(memory)} of memory while it works`,
    );
  }
  for (const { name, version, licence } of trees)
    session.note(`With ${name} ${version} from the npm registry, licence ${licence}`);
  const { fetched, kept } = costOf(entries, trees);
  session.note(`To fetch: about ${formatBytes(fetched)}; on disk: about ${formatBytes(kept)}`);
  if (yes || entries.every(({ unasked }) => unasked)) return;
  await agreed(session, 'Accept the licence and set it up?', 'Nothing was set up');
}

const sum = (all: readonly number[]): number => all.reduce((one, other) => one + other, 0);
