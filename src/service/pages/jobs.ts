import { listWork, type Work } from '../resources/open-work/list.ts';
import { type Html, html } from '../web/html.ts';
import { table, why } from './cards.ts';
import { retryForm } from './collection.ts';
import { badge, instant, nothingYet } from './parts.ts';
import type { View } from './view.ts';
import type { Visitor } from './visitor.ts';

/** Rows of each list. */
const MOST = 50;

/** GET /jobs: what is in progress, and what failed and why. */
export async function jobsPage(visitor: Visitor): Promise<View> {
  const open = await listWork(visitor.request, 'open', MOST);
  const failed = await listWork(visitor.request, 'failed', MOST);
  const content = html`<h1>Jobs</h1>${await section(visitor, 'open', 'In progress', open)}${await section(visitor, 'failed', 'Failed', failed)}`;
  const live = open.length > 0 ? `${visitor.root}/jobs/events` : undefined;
  return { title: 'Jobs', tab: 'Jobs', content, live };
}

/** One of the two lists. @param id its id on the page, by which it is replaced while the page is open */
export async function section(
  visitor: Visitor,
  id: string,
  title: string,
  works: readonly Work[],
): Promise<Html> {
  const rows = await Promise.all(works.map((work) => row(visitor, work)));
  const most = works.length === MOST ? html`<p class="quiet">The newest ${MOST} are shown.</p>` : undefined;
  const list =
    rows.length > 0
      ? table(title, ['File', 'Job', 'Status', 'Since'], rows)
      : nothingYet(id === 'open' ? 'Nothing is in progress.' : 'Nothing has failed.');
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${list}${most}</section>
`;
}

async function row(visitor: Visitor, work: Work): Promise<Html[]> {
  const { fileId, filename, collectionId, what, status, error, at } = work;
  const retry =
    status === 'failed' && collectionId !== null ? await retryForm(visitor, collectionId, fileId) : undefined;
  return [
    html`<a href="${visitor.root}/files/${fileId}">${filename}</a>`,
    html`${what}`,
    html`${badge(status)}${why(error)}${retry}`,
    instant(at),
  ];
}
