import type { Share } from '../../contract/index.ts';
import { type Html, html } from '../web/html.ts';
import { headed, why } from './cards.ts';
import { badge, instant, nothingYet, pager, pageWished } from './parts.ts';
import { table } from './table.ts';
import type { View } from './view.ts';
import type { Visitor } from './visitor.ts';

/** GET /shares: the shares of the account, the newest first. */
export async function sharesPage(visitor: Visitor): Promise<View> {
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
