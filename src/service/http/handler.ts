import type { AnswerOf, BodyOf, OperationId, ParamsOf, QueryOf } from '../../contract/index.ts';
import type { LifecycleContext } from '../jobs/lifecycle/lifecycle.ts';
import type { StoredPart } from './bodies/multipart.ts';

/** What a handler gets besides the service: the caller, and how to reach the service. */
export interface RequestContext extends LifecycleContext {
  readonly accountId: string;
  /** The token that the caller signed in with. */
  readonly tokenId: string;
  readonly requestId: string;
  /** The service's URL as the caller reaches it, without /v1 and trailing slash. */
  readonly baseUrl: string;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
  /** Names what the request costs in the response. @param credits 0 or more */
  tellCost(credits: number): void;
}

/** A request that passed the contract's checks. */
export interface Input<Id extends OperationId> {
  readonly params: ParamsOf<Id>;
  readonly query: QueryOf<Id>;
  readonly body: BodyOf<Id>;
  /** The JSON body as sent, before defaults. */
  readonly sent: unknown;
  /** File parts of a multipart body. Parts that the handler does not move away are deleted afterwards. */
  readonly files: ReadonlyMap<string, StoredPart>;
}

/** Handles one operation. A Response is sent as is (streams, text); any other value as JSON. */
export type Handler<Id extends OperationId> = (
  ctx: RequestContext,
  input: Input<Id>,
) => Promise<AnswerOf<Id> | Response>;

/** One handler per operation of the contract; a missing one is a compile error. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };

/** The handlers of one resource. */
export type HandlersOf<Ids extends OperationId> = Pick<Handlers, Ids>;
