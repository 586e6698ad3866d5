/**
 * Links that sign a browser in once. A page's name or the id of a resource comes in; an address goes out that opens
 * its page as the caller, once.
 */

import { createPageLink } from '../../accounts/page-links.ts';
import { notFound, ServiceError } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { findCollection, findFile } from '../common/lookup.ts';
import type { Resource } from '../common/resource.ts';
import { finderOf, type Viewer } from '../common/rows.ts';

export const pageLinks: Resource<'page-link.create'> = {
  handlers: {
    'page-link.create': async (ctx, { body }) => {
      const path = await pathOf(ctx, body);
      const { token, expiresAt } = await createPageLink(ctx.db, { tokenId: ctx.tokenId, path }, ctx.clock());
      return { object: 'page_link' as const, url: `${ctx.baseUrl}/open/${token}`, expires_at: expiresAt };
    },
  },
};

async function pathOf(ctx: RequestContext, { page, id }: Input<'page-link.create'>['body']): Promise<string> {
  if (id !== undefined) return pageOfResource(ctx, id);
  return page === undefined || page === 'collections' ? '/' : `/${page}`;
}

/** What has a page of its own, by the path of its pages. */
const finders: Readonly<Record<string, (viewer: Viewer, id: string) => Promise<{ id: string }>>> = {
  '/files': findFile,
  '/collections': findCollection,
  '/s': finderOf('shares', 'share'),
  '/webhooks': finderOf('webhooks', 'webhook'),
};

/** @throws 404 if the account has no such thing */
async function pageOfResource(viewer: Viewer, id: string): Promise<string> {
  for (const [path, find] of Object.entries(finders)) {
    const found = await find(viewer, id).catch(unlessMissing);
    if (found) return `${path}/${found.id}`;
  }
  throw notFound('file, collection, share or webhook', id);
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof ServiceError && error.status === 404)) throw error;
}
