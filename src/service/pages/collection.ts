import { type Collection, type CollectionFile, searchableTypes } from '../../contract/index.ts';
import { type Html, html } from '../web/html.ts';
import { cards, collectionFileState, fileCard, fileGaps } from './cards.ts';
import { csrfField } from './csrf.ts';
import { counted, gapsNote, isOpenStatus, nothingYet, pager, pageWished } from './parts.ts';
import type { View } from './view.ts';
import type { Visitor } from './visitor.ts';

/** GET /collections/ID: the files of a collection as thumbnails, and its search. */
export async function collectionPage(visitor: Visitor): Promise<View> {
  const params = { collection_id: visitor.part('id') };
  const collection = await visitor.ask('collection.get', { params });
  const page = await visitor.ask('media.list', { params, query: pageWished(visitor.wish('page')) });
  const { id, name, description, collection_type: type } = collection;
  const path = `${visitor.root}/collections/${id}`;
  const items: { key: string; content: Html }[] = [];
  for (const file of page.data) items.push(await collectionFileCard(visitor, file));
  const list =
    items.length > 0
      ? cards(items)
      : nothingYet('This collection has no files yet.', `vau media add ${id} FILE`);
  const content = html`<div class="head"><h1>${name}</h1><p class="quiet">${counted(page.total, 'file')} · ${type}</p></div>
${description ? html`<p class="description">${description}</p>` : undefined}
${gapsNote(collection.gaps)}${await searchForm(visitor, collection)}${list}${pager(path, page)}`;
  const isOpen = page.data.some(({ status }) => isOpenStatus(status));
  const number = visitor.wish('page');
  return {
    title: name,
    tab: 'Collections',
    content,
    live: isOpen ? `${path}/events?page=${number}` : undefined,
  };
}

/** A file of a collection as a card. Failed ones can be tried again. */
export async function collectionFileCard(
  visitor: Visitor,
  collectionFile: CollectionFile,
): Promise<{ key: string; content: Html }> {
  const { file, file_id, collection_id, status } = collectionFile;
  const key = `file-${file_id}`;
  if (!file) return { key, content: html`` };
  const href = `${visitor.root}/files/${file_id}`;
  const retry = status === 'failed' ? await retryForm(visitor, collection_id, file_id) : undefined;
  return {
    key,
    content: fileCard(
      file,
      href,
      html`${collectionFileState(collectionFile)}${fileGaps(collectionFile)}${retry}`,
    ),
  };
}

/** Tries a failed file again; nothing if the visitor's token does not allow it. */
export async function retryForm(
  visitor: Visitor,
  collectionId: string,
  fileId: string,
): Promise<Html | undefined> {
  if (!visitor.may('media.add')) return undefined;
  return html`<form class="inline" method="post" action="${visitor.root}/collections/${collectionId}/files/${fileId}/retry">${await csrfField(visitor)}<button class="plain">Try again</button></form>`;
}

/** Searches a collection; nothing if files of its type cannot be searched. @param query what was searched last */
export async function searchForm(
  visitor: Visitor,
  { id, name, collection_type: type }: Collection,
  query = '',
): Promise<Html | undefined> {
  if (!searchableTypes.includes(type) && type !== 'moments') return undefined;
  return html`<form class="search" role="search" method="post" action="${visitor.root}/collections/${id}/search">${await csrfField(visitor)}
<label for="query">Search ${name}</label>
<span><input id="query" name="query" type="search" required maxlength="500" value="${query}"><button>Search</button></span></form>`;
}
