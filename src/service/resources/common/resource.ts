import type { OperationId } from '../../../contract/index.ts';
import type { HandlersOf } from '../../http/handler.ts';
import type { JobHandlers } from '../../jobs/handlers.ts';
import type { JobKind } from '../../queue/kinds.ts';

/**
 * What a noun is to the service: the handlers of its operations, and its jobs, each of which says what its rows wait for.
 * A noun declares it in its `handlers.ts`; boot/registry/resources.ts lists all of them.
 */
export type Resource<Ids extends OperationId, Kinds extends JobKind = never> = {
  readonly handlers: HandlersOf<Ids>;
} & ([Kinds] extends [never] ? object : { readonly jobs: Pick<JobHandlers, Kinds> });
