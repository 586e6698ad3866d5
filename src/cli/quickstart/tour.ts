/**
 * `vau quickstart`: what is missing is prepared (prepare.ts), a film is uploaded once (files.ts), a question about it
 * is asked and a share made; the addresses and answers go out (view.ts).
 */

import { everyItem } from '../../client/index.ts';
import type {
  Collection,
  CollectionFile,
  DeepSearch,
  MediaDescription,
  Share,
  VauFile,
} from '../../contract/index.ts';
import { limits } from '../../contract/values/limits.ts';
import type { Tour } from './files.ts';
import {
  ensureBestHearing,
  ensureCollection,
  ensureCollectionFile,
  ensureFile,
  finished,
  orFound,
} from './files.ts';

/** The output of quickstart with -o json. */
export interface Toured {
  collection: Collection;
  media: CollectionFile[];
  /** Absent if no question was given and the media contain no words to make one from. */
  deep_search?: DeepSearch;
  share: Share;
}

const collectionName = 'quickstart';

/**
 * Runs the tour. Can be repeated: collection, files and share are reused, the search is new. @param media
 * paths of local files, at least one @param query the question; undefined uses the first words that are
 * spoken or shown
 */
export async function goThrough(tour: Tour, media: readonly string[], query?: string): Promise<Toured> {
  const collection = await orFound(() => ensureCollection(tour, collectionName));
  const files: VauFile[] = [];
  for (const local of media) files.push(await ensureFile(tour, local));
  const [first] = files;
  if (!first) throw new Error('quickstart needs at least one file');
  const add = async () => {
    const added: CollectionFile[] = [];
    for (const file of files) added.push(await orFound(() => ensureCollectionFile(tour, collection, file)));
    return added;
  };
  let collectionFiles = await add();
  if (await orFound(() => ensureBestHearing(tour, collection))) collectionFiles = await add();

  const asked = query ?? (await firstWords(tour, collection, first));
  const search = asked === undefined ? undefined : await ask(tour, { collection, files }, asked);
  const share = await orFound(() => ensureShare(tour, first));
  return { collection, media: collectionFiles, ...(search ? { deep_search: search } : {}), share };
}

/** Asks about these films alone: the collection may have those of earlier tours. */
async function ask(
  tour: Tour,
  { collection, files }: { readonly collection: Collection; readonly files: readonly VauFile[] },
  query: string,
): Promise<DeepSearch> {
  const ids = files.map(({ id }) => id);
  const started = await tour.client.call(
    'deep-search.run',
    {
      body: {
        query,
        knowledge_base: {
          source: 'collections',
          collections: [collection.id],
          ...(ids.length <= limits.filter.values && {
            filter: { file: [{ path: 'id', operator: 'In', valueTextArray: ids }] },
          }),
        },
        scope: 'segment',
        limit: 5,
        background: true,
      },
    },
    { signal: tour.signal },
  );
  const target = { kind: 'deep-search', params: { id: started.id } } as const;
  return (await finished(tour, target, `Asking: ${query}`)) as DeepSearch;
}

/** The public share of a file; creates it if there is no working one. */
async function ensureShare(tour: Tour, file: VauFile): Promise<Share> {
  const { client, signal } = tour;
  const query = { file_id: file.id, visibility: 'public' };
  let share: Share | undefined;
  for await (const item of everyItem(client, 'share.list', { query }, signal)) {
    const found = item as Share;
    if (found.asset_type === 'file' && found.visibility === 'public') share = found;
  }
  if (share?.status === 'failed') {
    await client.call('share.delete', { params: { id: share.id } }, { signal });
    share = undefined;
  }
  share ??= await client.call(
    'share.create',
    { body: { file_id: file.id, title: file.filename } },
    { signal },
  );
  const target = { kind: 'share', params: { id: share.id } } as const;
  return (await finished(tour, target, `Creating a share of ${file.filename}`)) as Share;
}

/** The first words that are spoken in a file, or else shown, at most eight. Undefined if there are none. */
async function firstWords(tour: Tour, collection: Collection, file: VauFile): Promise<string | undefined> {
  const params = { collection_id: collection.id, file_id: file.id };
  const known = await tour.client.call('media-description.get', { params }, { signal: tour.signal });
  return firstOf(known);
}

/** The first words of a description; see firstWords. */
function firstOf({ speech, scene_text: shown }: Pick<MediaDescription, 'speech' | 'scene_text'>) {
  const line = [...(speech ?? []), ...(shown ?? [])].find(({ text }) => /\p{L}{3}/u.test(text));
  return line?.text.split(/\s+/).slice(0, 8).join(' ');
}
