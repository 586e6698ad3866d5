import { operation } from '../operation.ts';
import { pageLink, pageLinkBody } from '../resources/share.ts';
import { nothing } from './params.ts';

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
