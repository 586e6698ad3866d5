import type { AnswerOf, BodyOf, OperationId, ParamsOf, QueryOf } from '../../contract/index.ts';
import { notBuilt as notBuiltError } from '../errors.ts';
import type { WaitingContext } from '../jobs/waiting.ts';
import type { StoredPart } from './multipart.ts';

/** What a handler knows besides the service: who asks, and from where. */
export interface RequestContext extends WaitingContext {
  readonly accountId: string;
  readonly requestId: string;
  /** Address of this service as the caller reaches it, without /v1 and without a slash at the end. */
  readonly baseUrl: string;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
  /** Adds a header to the answer. */
  setHeader(name: string, value: string): void;
}

/** A request that passed the contract. */
export interface Input<Id extends OperationId> {
  readonly params: ParamsOf<Id>;
  readonly query: QueryOf<Id>;
  readonly body: BodyOf<Id>;
  /** The JSON body as it was sent, before defaults. */
  readonly sent: unknown;
  /** File parts of a multipart body. What the handler does not move away is removed after it. */
  readonly files: ReadonlyMap<string, StoredPart>;
}

/** Answers one operation. A Response is sent as it is (streams, text); anything else as JSON. */
export type Handler<Id extends OperationId> = (
  ctx: RequestContext,
  input: Input<Id>,
) => Promise<AnswerOf<Id> | Response>;

/** One handler for every operation of the contract: a missing one does not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler<Id> };

/** The part of the map one resource answers. */
export type HandlersOf<Ids extends OperationId> = Pick<Handlers, Ids>;

/**
 * A handler for what is part of the interface and not built: 501, after sign-in and every check of the contract.
 * @param what stands before "is not built": `creating chat completions`
 */
export function notBuilt(what: string): () => Promise<never> {
  return () => Promise.reject(notBuiltError(what));
}
