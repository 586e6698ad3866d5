import * as z from 'zod';
import { servicePages } from '../enums.ts';
import { text, unixMs } from '../scalars.ts';

export const pageLinkBody = z
  .object({
    page: z.enum(servicePages).optional().describe('The page to open (default: the collections)'),
    id: text()
      .min(1)
      .max(100)
      .optional()
      .describe('Open the page of this file, collection, share or webhook'),
  })
  .refine(({ page, id }) => page === undefined || id === undefined, {
    path: ['id'],
    message: 'cannot be given together with page: choose one',
  });

export const pageLink = z
  .object({
    object: z.literal('page_link'),
    url: z.string().describe('Opens the page, signed in as the account of the token; works once'),
    expires_at: unixMs(),
  })
  .meta({ id: 'PageLink' });
