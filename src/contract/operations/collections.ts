import * as z from 'zod';
import { operation } from '../operation.ts';
import { collection, collectionName, createCollectionBody } from '../resources/collection.ts';
import { vocabulary } from '../resources/hearing.ts';
import { collectionOrders, collectionTypes } from '../values/enums.ts';
import { open } from '../values/open.ts';
import { created, listOf, page, sort, text } from '../values/scalars.ts';
import { deleted, nothing, params } from './params.ts';

export const collectionOperations = {
  'collection.create': operation({
    id: 'collection.create',
    method: 'POST',
    path: '/collections',
    documented: false,
    summary: 'Create a collection',
    params: nothing,
    query: nothing,
    body: createCollectionBody,
    answer: collection,
    status: 200,
    errors: [400, 409],
  }),
  'collection.list': operation({
    id: 'collection.list',
    method: 'GET',
    path: '/collections',
    documented: false,
    summary: 'List collections',
    params: nothing,
    query: z.object({
      collection_type: open(z.enum(collectionTypes)).optional().describe('Only collections of this type'),
      named: text()
        .min(1)
        .optional()
        .describe('Only those whose id or name begins so, ignoring case; an addition of this service'),
      ...created,
      order: open(z.enum(collectionOrders)).default('created_at').describe('Sort field'),
      sort: sort(),
      ...page(),
    }),
    answer: listOf(collection),
    status: 200,
    errors: [400],
  }),
  'collection.get': operation({
    id: 'collection.get',
    method: 'GET',
    path: '/collections/{collection_id}',
    documented: false,
    summary: 'Show a collection',
    params: params.collection,
    query: nothing,
    answer: collection,
    status: 200,
    errors: [404],
  }),
  'collection.update': operation({
    id: 'collection.update',
    method: 'PUT',
    path: '/collections/{collection_id}',
    documented: false,
    summary: 'Change the name, description or vocabulary of a collection',
    params: params.collection,
    query: nothing,
    body: z.object({
      name: collectionName().optional(),
      description: text().nullable().optional(),
      vocabulary: vocabulary().nullable().optional(),
    }),
    answer: collection,
    status: 200,
    errors: [400, 404, 409],
  }),
  'collection.delete': operation({
    id: 'collection.delete',
    method: 'DELETE',
    path: '/collections/{collection_id}',
    documented: true,
    summary: 'Delete a collection; its files remain',
    params: params.collection,
    query: nothing,
    answer: deleted('collection'),
    status: 200,
    errors: [404],
  }),
};
