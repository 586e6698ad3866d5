/** What an agent may do, by the flags that vau mcp was started with. */
import type { Client } from '../../client/client.ts';
import { effectOf, type Operation, type OperationId, operationOf, scopeOf } from '../../contract/index.ts';
import { Refusal } from './result.ts';

export interface Rights {
  readonly write: boolean;
  readonly delete: boolean;
  readonly admin: boolean;
}

/** The flag that gives each right. */
const flags: Readonly<Record<keyof Rights, string>> = {
  write: '--allow-write',
  delete: '--allow-delete',
  admin: '--allow-admin',
};

/** What an operation needs; nothing for one that reads, searches or asks. */
export function needsOf(operation: Operation): readonly (keyof Rights)[] {
  const effect = effectOf(operation);
  return [
    ...(effect === 'deletion' ? (['delete'] as const) : []),
    ...(effect === 'change' ? (['write'] as const) : []),
    ...(scopeOf(operation) === 'admin' ? (['admin'] as const) : []),
  ];
}

/** The flags that are missing for something. */
export const missing = (rights: Rights, needs: readonly (keyof Rights)[]): string[] =>
  needs.filter((need) => !rights[need]).map((need) => flags[need]);

/** @throws Refusal that names the flag that the user has to start vau mcp with */
export function demand(rights: Rights, needs: readonly (keyof Rights)[], what: string): void {
  const lacking = missing(rights, needs);
  if (lacking.length === 0) return;
  throw new Refusal(
    `${what} is not allowed: the user has to start this server as vau mcp ${lacking.join(' ')}. Nothing was changed.`,
    'not_allowed',
  );
}

/** @throws Refusal where the profile asks before each change: an agent has nobody to ask */
function refuseUnasked(asks: boolean): void {
  if (!asks) return;
  throw new Refusal(
    'The profile asks before each change: the user has to start this server as vau mcp --yes. Nothing was changed.',
    'not_allowed',
  );
}

/**
 * The client, which refuses before the request what the rights do not cover. Everything that an agent sends goes through it.
 * @param asks whether the profile asks before each change
 */
export function permitted(client: Client, rights: Rights, asks: boolean): Client {
  const check = (id: OperationId) => {
    const operation = operationOf(id);
    demand(rights, needsOf(operation), `The operation ${id}`);
    refuseUnasked(asks && effectOf(operation) !== 'none');
  };
  return {
    ...client,
    async send(id, parts, options) {
      check(id);
      return client.send(id, parts, options);
    },
    async call(id, parts, options) {
      check(id);
      return client.call(id, parts, options);
    },
    // Requests outside the contract are those of resumable uploads.
    async request(request, options) {
      if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) {
        demand(rights, ['write'], 'An upload');
        refuseUnasked(asks);
      }
      return client.request(request, options);
    },
  };
}

/** What is true of a tool by the operations that it sends: MCP calls these hints annotations. */
export function hintsOf(sends: readonly OperationId[]): {
  readOnlyHint: boolean;
  destructiveHint: boolean;
} {
  const all = sends.map(operationOf);
  return {
    readOnlyHint: all.every((one) => needsOf(one).length === 0),
    destructiveHint: all.some((one) => one.method === 'DELETE' || one.method === 'PUT'),
  };
}
