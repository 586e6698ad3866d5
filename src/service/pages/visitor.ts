import type { Context } from 'hono';
import type { ZodType } from 'zod';
import {
  type AnswerOf,
  check,
  describeProblems,
  type OperationId,
  operationOf,
  scopeOf,
  scopes,
} from '../../contract/index.ts';
import { badRequest, forbidden } from '../errors.ts';
import type { AppEnv } from '../http/access/env.ts';
import { answerText } from '../http/bodies/json-text.ts';
import type { Handlers, RequestContext } from '../http/handler.ts';
import { requestContext } from '../http/request-context.ts';
import type { LifecycleContext } from '../jobs/lifecycle/lifecycle.ts';
import { rootOf } from '../web/answers.ts';
import type { Session } from '../web/session.ts';

/** What an operation is asked, as a client would send it. */
interface Question {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Handlers have an input type each; here, where operations are data, they share one. */
type AnyHandler = (ctx: RequestContext, input: unknown) => Promise<unknown>;

/**
 * A signed-in visitor of the pages. Pages read and change nothing by themselves: they ask the operations of the
 * contract, so that what belongs to another account is not found here either.
 */
export class Visitor {
  readonly session: Session;
  /** The base path of the service: empty, or the path of a proxy's public URL. */
  readonly root: string;
  readonly request: RequestContext;
  readonly #handlers: Handlers;
  readonly #c: Context<AppEnv>;

  constructor(ctx: LifecycleContext, handlers: Handlers, c: Context<AppEnv>, session: Session) {
    this.session = session;
    this.root = rootOf(ctx, c);
    // URLs in answers are then paths, as a page on this service needs them.
    this.request = Object.assign(requestContext(ctx, c, session), { baseUrl: this.root });
    this.#handlers = handlers;
    this.#c = c;
  }

  /** A part of the page's path; empty if it has none of this name. */
  part(name: string): string {
    return this.#c.req.param(name) ?? '';
  }

  /** A parameter of the page's query; empty if it is missing. */
  wish(name: string): string {
    return this.#c.req.query(name) ?? '';
  }

  /** Whether the visitor's token allows an operation. */
  may(id: OperationId): boolean {
    return scopes.indexOf(this.session.scope) >= scopes.indexOf(scopeOf(operationOf(id)));
  }

  /**
   * Asks an operation, in this process.
   * @throws what the operation refuses, as a ServiceError; 403 if the visitor's token does not allow it
   */
  async ask<Id extends OperationId>(id: Id, { params, query, body }: Question = {}): Promise<AnswerOf<Id>> {
    const operation = operationOf(id);
    if (!this.may(id))
      throw forbidden(
        `this needs a token of scope ${scopeOf(operation)}, and you signed in with one of scope ${this.session.scope}`,
      );
    const handler = this.#handlers[id] as unknown as AnyHandler;
    const answer = await handler(this.request, {
      params: checked(operation.params, params ?? {}),
      query: checked(operation.query, query ?? {}),
      body: operation.body && checked(operation.body, body ?? {}),
      sent: body ?? {},
      files: new Map(),
    });
    return JSON.parse(answerText(answer)) as AnswerOf<Id>;
  }
}

function checked(schema: ZodType, value: object): unknown {
  const result = check(schema, value);
  if (result.ok) return result.value;
  throw badRequest(describeProblems(result.problems.slice(0, 3)));
}
