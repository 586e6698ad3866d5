import type { Collection, FoundItem, FoundMoment, SearchItem, Share } from '../../contract/index.ts';
import { type Html, html } from '../web/html.ts';
import { shortClock, words } from '../web/player-page.ts';
import { cards, fileCard, fileGaps, fileState, headed, table, why } from './cards.ts';
import { collectionPage, searchForm } from './collection.ts';
import { filePage } from './file/file.ts';
import { jobsPage } from './jobs.ts';
import { badge, counted, gapsNote, instant, nothingYet, pager, pageWished } from './parts.ts';
import type { View } from './view.ts';
import type { Visitor } from './visitor.ts';
import { redeliver, webhookPage, webhooksPage } from './webhooks.ts';

/** Results of a search, and on one page of them. */
const MOST_RESULTS = 60;
const PAGE = 20;

/** POST /collections/ID/search: searches a collection. @returns the page with the results */
async function searchHere(visitor: Visitor, form: URLSearchParams): Promise<string> {
  const id = visitor.part('id');
  const { collection_type: type } = await visitor.ask('collection.get', { params: { collection_id: id } });
  const scope = type === 'moments' ? 'moment' : type === 'metadata' ? 'file' : 'segment';
  const query = form.get('query') ?? '';
  const found = await visitor.ask('search.run', {
    body: { scope, collections: [id], query, limit: MOST_RESULTS },
  });
  return `/collections/${id}/searches/${found.id}`;
}

/** GET /collections/ID/searches/ID: what a search found; each result plays at its second. */
async function searchPage(visitor: Visitor): Promise<View> {
  const params = { collection_id: visitor.part('id') };
  const collection = await visitor.ask('collection.get', { params });
  const page = pageWished(visitor.wish('page'), PAGE);
  const search = await visitor.ask('search.get', { params: { id: visitor.part('search') }, query: page });
  const { query = '', total, results } = search;
  const back = `${visitor.root}/collections/${collection.id}`;
  const list =
    results.length > 0
      ? html`<ol class="results">${results.map((item) => result(visitor.root, item))}</ol>`
      : nothingYet(`Nothing that was heard, read or seen in this collection matches “${query}”.`);
  const content = html`<p class="crumb"><a href="${back}">${collection.name}</a></p>
<div class="head"><h1>Search: ${query}</h1><p class="quiet">${counted(total, 'result')}</p></div>
${await searchForm(visitor, collection, query)}${list}${gapsNote(search.gaps)}${pager(`${back}/searches/${search.id}`, { ...page, total })}`;
  return { title: `${query} · ${collection.name}`, tab: 'Collections', content };
}

function result(root: string, item: SearchItem): Html | undefined {
  if (item.type === 'moment') return foundMoment(root, item);
  if (item.type === 'segment' || item.type === 'file') return foundItem(root, item);
  return undefined;
}

function foundMoment(root: string, item: FoundMoment): Html {
  const { title, filename, context } = item;
  return found(
    root,
    { ...item, title: filename },
    undefined,
    html`<p>${title}</p><p class="quiet">${context}</p>`,
  );
}

function foundItem(root: string, item: FoundItem): Html {
  const { context, confidence, thumbnail_url: url, keyframes = [] } = item;
  const text = context && html`<p>${words({ text: context, confidence })}</p>`;
  return found(root, item, url ?? keyframes[0]?.thumbnail_url, text);
}

interface Place {
  readonly file_id: string;
  readonly title?: string | undefined;
  readonly filename?: string | undefined;
  readonly start_time?: number | undefined;
  readonly end_time?: number | undefined;
}

function found(root: string, place: Place, picture: string | undefined, text: Html | '' | undefined): Html {
  const { file_id, title, filename, start_time: start, end_time: end } = place;
  const href = `${root}/files/${file_id}${start === undefined ? '' : `?t=${Math.round(start * 100) / 100}`}`;
  const name = filename ?? title ?? file_id;
  const span = start === undefined ? undefined : shortClock(start);
  const until = end === undefined ? undefined : `–${shortClock(end)}`;
  const image =
    picture === undefined
      ? html`<span class="no-shot">no picture</span>`
      : html`<img src="${picture}" alt="" loading="lazy">`;
  return html`<li><a href="${href}" tabindex="-1" aria-hidden="true"><span class="shot">${image}${span && html`<span class="length">${span}</span>`}</span></a>
<div><p class="name"><a href="${href}">${name}${span && ` at ${span}`}</a></p><p class="quiet">${title === name ? undefined : title} ${span}${until}</p>${text}</div></li>
`;
}

/** Collections on one page, and pictures of each. */
const MOST_COLLECTIONS = 24;
const MOST_PICTURES = 3;

/** GET /: the collections, each with the files that were added to it last. */
async function collectionsPage(visitor: Visitor): Promise<View> {
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

/** GET /shares: the shares of the account, the newest first. */
async function sharesPage(visitor: Visitor): Promise<View> {
  const page = await visitor.ask('share.list', { query: pageWished(visitor.wish('page')) });
  const rows = page.data.map((share) => row(visitor.root, share));
  const list =
    rows.length > 0
      ? table('Shares', ['Share', 'Visibility', 'Status', 'Created', 'File'], rows)
      : nothingYet('There are no shares yet. Share a file on its page, or with', 'vau share create FILE_ID');
  const content = html`${headed('Shares', page.total, 'share')}${list}${pager(`${visitor.root}/shares`, page)}`;
  return { title: 'Shares', tab: 'Shares', content };
}

function row(root: string, share: Share): Html[] {
  const { id, title, visibility, status, error, created_at, file_id, asset_type } = share;
  return [
    html`<a href="${root}/s/${id}">${title ?? 'Untitled share'}</a>`,
    html`${visibility}`,
    html`${badge(status)}${why(error)}`,
    instant(created_at),
    html`<a href="${root}/files/${file_id}">${asset_type === 'file' ? 'file' : 'segment of a file'}</a>`,
  ];
}

/** GET /files: every file of the account, the newest first. */
async function filesPage(visitor: Visitor): Promise<View> {
  const page = await visitor.ask('file.list', { query: pageWished(visitor.wish('page')) });
  const items = page.data.map((file) => ({
    key: `file-${file.id}`,
    content: fileCard(file, `${visitor.root}/files/${file.id}`, html`${fileState(file)}${fileGaps(file)}`),
  }));
  const list =
    items.length > 0 ? cards(items) : nothingYet('There are no files yet.', 'vau file upload FILE');
  const content = html`${headed('Files', page.total, 'file')}${list}${pager(`${visitor.root}/files`, page)}`;
  return { title: 'Files', tab: 'Files', content };
}

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
