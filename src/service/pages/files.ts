import { html } from '../web/html.ts';
import { cards, fileCard, fileGaps, fileState, headed } from './cards.ts';
import { nothingYet, pager, pageWished } from './parts.ts';
import type { View } from './view.ts';
import type { Visitor } from './visitor.ts';

/** GET /files: every file of the account, the newest first. */
export async function filesPage(visitor: Visitor): Promise<View> {
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
