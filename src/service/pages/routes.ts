import { collectionPage } from './collection.ts';
import { collectionsPage } from './collections.ts';
import { filePage } from './file.ts';
import { filesPage } from './files.ts';
import { jobsPage } from './jobs.ts';
import { searchHere, searchPage } from './search.ts';
import { sharesPage } from './shares.ts';
import type { View } from './view.ts';
import type { Visitor } from './visitor.ts';
import { redeliver, webhookPage, webhooksPage } from './webhooks.ts';

/** Makes a page for a visitor. @throws ServiceError for what is refused or not found */
export type PageOf = (visitor: Visitor) => Promise<View>;

/** What a form does. @returns the path of the page to show next, below the root */
export type Action = (visitor: Visitor, form: URLSearchParams) => Promise<string>;

/** Every page by its path. */
export const pageRoutes: Readonly<Record<string, PageOf>> = {
  '/': collectionsPage,
  '/collections/:id': collectionPage,
  '/files': filesPage,
  '/files/:id': filePage,
  '/collections/:id/searches/:search': searchPage,
  '/jobs': jobsPage,
  '/shares': sharesPage,
  '/webhooks': webhooksPage,
  '/webhooks/:id': webhookPage,
};

/** Every form by the path that it is sent to. */
export const actions: Readonly<Record<string, Action>> = {
  '/collections/:id/search': searchHere,
  '/webhooks/:id/deliveries/:delivery/retry': redeliver,
  '/files/:id/share': async (visitor, form) => {
    const file_id = visitor.part('id');
    await visitor.ask('share.create', { body: { file_id, visibility: form.get('visibility') ?? 'private' } });
    return `/files/${file_id}`;
  },
  '/collections/:id/files/:file/retry': async (visitor) => {
    const collection_id = visitor.part('id');
    await visitor.ask('media.add', { params: { collection_id }, body: { file_id: visitor.part('file') } });
    return `/collections/${collection_id}`;
  },
};
