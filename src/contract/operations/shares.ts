import * as z from 'zod';
import { operation } from '../operation.ts';
import { pageLink, pageLinkBody, share } from '../resources/share.ts';
import { linkPreviews, visibilities } from '../values/enums.ts';
import { created, listOf, metadata, page, seconds, text, uuid } from '../values/scalars.ts';
import { deleted, nothing, params, refusing } from './params.ts';

export const pageLinkOperations = {
  'page-link.create': operation({
    id: 'page-link.create',
    method: 'POST',
    path: '/page-links',
    documented: false,
    summary: 'Make a link that opens a page of the service once, signed in; an addition of this service',
    scope: 'read',
    params: nothing,
    query: nothing,
    body: pageLinkBody,
    answer: pageLink,
    status: 200,
    errors: [400, 404],
  }),
};

const shown = {
  title: text().optional(),
  description: text().optional(),
  metadata: metadata().optional(),
};

/** visibility is read only to refuse a change instead of ignoring it. */
const updateBody = z
  .object({ ...shown, link_preview: z.enum(linkPreviews).optional(), visibility: z.unknown().optional() })
  .check((context) => {
    if (context.value.visibility !== undefined)
      context.issues.push({
        code: 'custom',
        path: ['visibility'],
        message: 'is fixed at creation: create another share with the other visibility',
        input: context.value,
      });
  });

const clip = z
  .object({
    clip_start: seconds().optional().describe('Second at which the clip starts'),
    clip_end: seconds().optional().describe('Second at which the clip ends'),
  })
  .check((context) => {
    const { clip_start: start, clip_end: end } = context.value;
    const refuse = refusing(context);
    if (start !== undefined && end === undefined) refuse('clip_end', 'is required together with clip_start');
    if (start === undefined && end !== undefined) refuse('clip_start', 'is required together with clip_end');
    if (start !== undefined && end !== undefined && end <= start)
      refuse('clip_end', `must be above clip_start (${start})`);
  });

export const shareOperations = {
  'share.create': operation({
    id: 'share.create',
    method: 'POST',
    path: '/share',
    documented: true,
    summary: 'Create a share page and stream for a file or segment',
    params: nothing,
    query: nothing,
    body: z.object({
      file_id: uuid(),
      file_segment_id: uuid().optional(),
      ...shown,
      visibility: z.enum(visibilities).default('public'),
      link_preview: z.enum(linkPreviews).default('none'),
    }),
    answer: share,
    status: 200,
    errors: [400, 404, 409],
  }),
  'share.list': operation({
    id: 'share.list',
    method: 'GET',
    path: '/share',
    documented: false,
    summary: 'List shares',
    params: nothing,
    query: z.object({
      file_id: uuid().optional().describe('Only shares of this file'),
      file_segment_id: uuid().optional().describe('Only shares of this segment'),
      visibility: z.enum(visibilities).optional().describe('Only shares with this visibility'),
      ...created,
      ...page(),
    }),
    answer: listOf(share),
    status: 200,
    errors: [400],
  }),
  'share.get': operation({
    id: 'share.get',
    method: 'GET',
    path: '/share/{id}',
    documented: false,
    summary: 'Show a share, with a clip window if one is given',
    params: params.share,
    query: clip,
    answer: share,
    status: 200,
    errors: [400, 404],
  }),
  'share.update': operation({
    id: 'share.update',
    method: 'PUT',
    path: '/share/{id}',
    documented: false,
    summary: 'Change the texts or link preview of a share',
    params: params.share,
    query: nothing,
    body: updateBody,
    answer: share,
    status: 200,
    errors: [400, 404],
  }),
  'share.delete': operation({
    id: 'share.delete',
    method: 'DELETE',
    path: '/share/{id}',
    documented: false,
    summary: 'Delete a share; its link stops working',
    params: params.share,
    query: nothing,
    answer: deleted('share'),
    status: 200,
    errors: [404],
  }),
};
