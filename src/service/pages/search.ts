import type { FoundItem, FoundMoment, SearchItem } from '../../contract/index.ts';
import { type Html, html } from '../web/html.ts';
import { shortClock } from '../web/player-page.ts';
import { searchForm } from './collection.ts';
import { counted, gapsNote, nothingYet, pager, pageWished } from './parts.ts';
import type { View } from './view.ts';
import type { Visitor } from './visitor.ts';

/** Results of a search, and on one page of them. */
const MOST_RESULTS = 60;
const PAGE = 20;

/** POST /collections/ID/search: searches a collection. @returns the page with the results */
export async function searchHere(visitor: Visitor, form: URLSearchParams): Promise<string> {
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
export async function searchPage(visitor: Visitor): Promise<View> {
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
  const { context, thumbnail_url: url, keyframes = [] } = item;
  return found(root, item, url ?? keyframes[0]?.thumbnail_url, context && html`<p>${context}</p>`);
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
