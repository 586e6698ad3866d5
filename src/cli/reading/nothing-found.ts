/** What a search that found nothing says: what was searched, and what to do next. */
import type { OneOf, searchScopes } from '../../contract/values/enums.ts';
import { at } from '../model/columns.ts';
import type { Session } from '../model/session.ts';
import { clean } from '../terminal/clean.ts';
import { shellWord } from '../terminal/shell-word.ts';

/** What was asked for, as far as the command knows it. */
export interface Searched {
  readonly collections?: readonly string[] | undefined;
  readonly files?: readonly string[] | undefined;
  /** The flags that leave results out, as typed. */
  readonly narrowed?: readonly string[];
  /** What is not among what was searched, and how to search it, as a sentence: where tags were searched. */
  readonly leftOut?: string | undefined;
}

/** Collections that are named; more are counted. */
const mostNamed = 3;

/** Notes on standard error that nothing was found; nothing if something was, or if a program reads the result. */
export async function noteNothing(session: Session, answer: unknown, searched: Searched): Promise<void> {
  const results = at(answer, 'results');
  if (!Array.isArray(results) || results.length > 0 || session.output !== 'table') return;
  const { collections = [], narrowed = [], leftOut } = searched;
  const query = at(answer, 'query');
  const names = await Promise.all(collections.slice(0, mostNamed).map((id) => nameOf(session, id)));
  const found = typeof query === 'string' && query !== '' ? ` for "${clean(query)}"` : '';
  const without = narrowed.length > 0 ? ` Without ${narrowed.join(' and ')} there may be something.` : '';
  const also = leftOut === undefined ? '' : ` ${leftOut}`;
  session.note(
    `Nothing was found${found} in ${placeIn(at(answer, 'scope'), names, searched)}.${without}${also}\n` +
      `Next: ${nextIn(at(answer, 'scope'), names, searched)}`,
  );
}

const scopes: Readonly<Record<OneOf<typeof searchScopes>, string>> = {
  file: 'the files',
  segment: 'the segments',
  face: 'the faces',
  moment: 'the moments',
};

/** `the moments of collection Talks`. */
function placeIn(
  scope: unknown,
  names: readonly string[],
  { collections = [], files = [] }: Searched,
): string {
  const what = Object.entries(scopes).find(([name]) => name === scope)?.[1] ?? 'the files and segments';
  const more = collections.length - names.length;
  const named = [...names.map((name) => `"${clean(name)}"`), ...(more > 0 ? [`${more} more`] : [])].join(
    ', ',
  );
  if (collections.length > 0)
    return `${what} of ${collections.length > 1 ? 'collections' : 'collection'} ${named}`;
  if (files.length > 0) return `${files.length} file${files.length > 1 ? 's' : ''}`;
  return `${what} that were searched`;
}

function nextIn(scope: unknown, [name]: readonly string[], { files: [file] = [] }: Searched): string {
  if (file !== undefined) return `vau file get ${shellWord(file)}`;
  if (name === undefined) return 'vau collection list';
  return `vau ${scope === 'moment' ? 'moments' : 'media'} list ${shellWord(name)}`;
}

/** The name of a collection; its id where the service does not say it. */
async function nameOf(session: Session, id: string): Promise<string> {
  try {
    const client = await session.client();
    const collection = await client.send(
      'collection.get',
      { params: { collection_id: id } },
      { signal: session.signal },
    );
    const name = at(collection, 'name');
    return typeof name === 'string' && name !== '' ? name : id;
  } catch {
    return id;
  }
}
