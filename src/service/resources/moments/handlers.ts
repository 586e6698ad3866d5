import { badRequest, notBuilt as notBuiltError, notFound } from '../../errors.ts';
import { type HandlersOf, notBuilt, type RequestContext } from '../../http/handler.ts';
import { findCollection } from '../common/lookup.ts';

/** Operations whose resource cannot be created yet. Their lists are empty, and no id exists. */
type UnbuiltIds =
  | `find-moments.${'create' | 'list' | 'get' | 'delete'}`
  | `moment-criteria.${'attach' | 'detach'}`
  | 'moment.list'
  | 'finding.list';

const none = (what: string, id: string): Promise<never> => Promise.reject(notFound(what, id));

/** @throws 400 naming both types if the collection is of another type */
async function collectionOfType(ctx: RequestContext, id: string, type: string): Promise<void> {
  const { collection_type: own } = await findCollection(ctx, id);
  if (own !== type) throw badRequest(`collection ${id} is of type ${own}; this needs one of type ${type}`);
}

/** Operations of the API that this version does not implement. They check everything they can and invent nothing. */
export const unbuiltHandlers: HandlersOf<UnbuiltIds> = {
  'find-moments.create': notBuilt('finding moments'),
  'find-moments.list': async () => ({ runs: [], total: 0 }),
  'find-moments.get': (_, { params }) => none('find-moments run', params.job_id),
  'find-moments.delete': (_, { params }) => none('find-moments run', params.job_id),
  'moment-criteria.attach': async (ctx, { params }) => {
    await collectionOfType(ctx, params.collection_id, 'moments');
    throw notBuiltError('attaching moment criteria');
  },
  'moment-criteria.detach': async (ctx, { params }) => {
    await collectionOfType(ctx, params.collection_id, 'moments');
    return none('attachment', params.attachment_id);
  },
  'moment.list': async (ctx, { params, query }) => {
    await collectionOfType(ctx, params.collection_id, 'moments');
    if (query.sort !== 'position' && query.criterion_name === undefined && query.attachment_id === undefined)
      throw badRequest(`query parameter sort=${query.sort} needs one criterion: give criterion_name`);
    return { moments: [], total: 0 };
  },
  'finding.list': async (ctx, { params }) => {
    await collectionOfType(ctx, params.collection_id, 'moments');
    return { findings: [], total: 0 };
  },
};
