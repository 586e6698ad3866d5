import * as z from 'zod';
import { findingKinds, findMomentsStatuses, momentRunOrders } from '../enums.ts';
import { operation } from '../operation.ts';
import { attachBody, attachment } from '../resources/criterion.ts';
import {
  collectionFinding,
  collectionMoment,
  cursorPage,
  findMomentsBody,
  findMomentsRun,
} from '../resources/moment.ts';
import { created, mediaUrl, pageLimit, uuid } from '../scalars.ts';
import { nothing, params } from './params.ts';

const collectionUuid = z.object({ collection_id: uuid().describe('The moments collection') });
const cursor = z.string().optional().describe('next_cursor of the previous page');

export const momentOperations = {
  'moment-criteria.attach': operation({
    id: 'moment-criteria.attach',
    method: 'POST',
    path: '/collections/{collection_id}/moment-criteria',
    documented: true,
    summary: 'Attach a criterion to a moments collection and run it over every file',
    params: collectionUuid,
    query: nothing,
    body: attachBody,
    answer: attachment,
    status: 201,
    errors: [400, 402, 404],
  }),
  'moment-criteria.detach': operation({
    id: 'moment-criteria.detach',
    method: 'DELETE',
    path: '/collections/{collection_id}/moment-criteria/{attachment_id}',
    documented: false,
    summary: 'Detach a criterion from a moments collection',
    params: collectionUuid.extend({ attachment_id: uuid().describe('The attachment') }),
    query: nothing,
    answer: z.object({ attachment_id: uuid(), deleted: z.literal(true) }),
    status: 200,
    errors: [400, 404],
  }),
  'moment.list': operation({
    id: 'moment.list',
    method: 'GET',
    path: '/collections/{collection_id}/moments',
    documented: false,
    summary: 'List the moments of a collection',
    params: params.collection,
    query: z.object({
      criterion_name: z.string().optional().describe('Only moments of this criterion'),
      attachment_id: uuid().optional().describe('Only moments of this attachment'),
      file_id: uuid().optional().describe('Only moments of this file'),
      min_score: z.number().optional().describe('Only moments of at least this score'),
      sort: z
        .enum(['position', 'criterion_score', 'rank_score'])
        .default('position')
        .describe('Order of the list'),
      limit: pageLimit(),
      cursor,
    }),
    answer: cursorPage('moments', collectionMoment),
    status: 200,
    errors: [400, 404],
  }),
  'finding.list': operation({
    id: 'finding.list',
    method: 'GET',
    path: '/collections/{collection_id}/moments/findings',
    documented: false,
    summary: 'List the findings of a collection',
    params: params.collection,
    query: z.object({
      criterion_name: z.string().optional().describe('Only findings of this criterion'),
      file_id: uuid().optional().describe('Only findings of this file'),
      kind: z.enum(findingKinds).optional().describe('Only findings of this kind'),
      limit: pageLimit(),
      cursor,
    }),
    answer: cursorPage('findings', collectionFinding),
    status: 200,
    errors: [400, 404],
  }),
  'find-moments.create': operation({
    id: 'find-moments.create',
    method: 'POST',
    path: '/find-moments',
    documented: false,
    summary: 'Run a criterion over one file',
    params: nothing,
    query: nothing,
    body: findMomentsBody,
    answer: findMomentsRun,
    status: 200,
    errors: [400, 402, 404],
  }),
  'find-moments.list': operation({
    id: 'find-moments.list',
    method: 'GET',
    path: '/find-moments',
    documented: false,
    summary: 'List runs of criteria',
    params: nothing,
    query: z.object({
      limit: pageLimit(),
      cursor,
      status: z.enum(findMomentsStatuses).optional().describe('Only runs with this status'),
      ...created,
      url: mediaUrl().optional().describe('Only runs for this input URL'),
    }),
    answer: cursorPage('runs', findMomentsRun),
    status: 200,
    errors: [400],
  }),
  'find-moments.get': operation({
    id: 'find-moments.get',
    method: 'GET',
    path: '/find-moments/{job_id}',
    documented: false,
    summary: 'Show a run of a criterion',
    params: params.job,
    query: z.object({
      min_score: z.number().optional().describe('Only moments of at least this score'),
      sort: z.enum(momentRunOrders).optional().describe('Order of the moments'),
    }),
    answer: findMomentsRun,
    status: 200,
    errors: [400, 404],
  }),
  'find-moments.delete': operation({
    id: 'find-moments.delete',
    method: 'DELETE',
    path: '/find-moments/{job_id}',
    documented: false,
    summary: 'Cancel and delete a run of a criterion',
    params: params.job,
    query: nothing,
    answer: z.object({ job_id: z.string(), deleted: z.literal(true), refunded: z.boolean() }),
    status: 200,
    errors: [404],
  }),
};
