import type { Collection } from '../../contract/index.ts';
import { type Html, html } from '../web/html.ts';
import { cards, headed } from './cards.ts';
import { counted, nothingYet, pager, pageWished } from './parts.ts';
import type { View } from './view.ts';
import type { Visitor } from './visitor.ts';

/** Collections on one page, and pictures of each. */
const MOST_COLLECTIONS = 24;
const MOST_PICTURES = 3;

/** GET /: the collections, each with the files that were added to it last. */
export async function collectionsPage(visitor: Visitor): Promise<View> {
  const query = pageWished(visitor.wish('page'), MOST_COLLECTIONS);
  const page = await visitor.ask('collection.list', { query });
  const items: { key: string; content: Html }[] = [];
  for (const collection of page.data)
    items.push({ key: `collection-${collection.id}`, content: await collectionCard(visitor, collection) });
  const list =
    items.length > 0
      ? cards(items)
      : nothingYet('There are no collections yet.', 'vau collection create --help');
  const content = html`${headed('Collections', page.total, 'collection')}${list}${pager(`${visitor.root}/`, page)}`;
  return { title: 'Collections', tab: 'Collections', content };
}

async function collectionCard(visitor: Visitor, collection: Collection): Promise<Html> {
  const { id, name, description, collection_type: type, file_count } = collection;
  const query = { limit: MOST_PICTURES };
  const { data } = await visitor.ask('media.list', { params: { collection_id: id }, query });
  const pictures = data.map(({ file }) =>
    file?.thumbnail_url === undefined
      ? html`<span class="no-shot">${file?.media_type ?? 'file'}</span>`
      : html`<img src="${file.thumbnail_url}" alt="" loading="lazy">`,
  );
  const shown = pictures.length > 0 ? pictures : html`<span class="no-shot">empty</span>`;
  return html`<a href="${visitor.root}/collections/${id}"><span class="shot strip">${shown}</span><span class="name">${name}</span></a>
<p class="quiet">${counted(file_count, 'file')} · ${type}</p>${description ? html`<p class="quiet clamp">${description}</p>` : undefined}`;
}
