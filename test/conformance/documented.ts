import { type Operation, operations } from '../../src/contract/index.ts';

/** The thirteen operations of the reference. */
export const documented: readonly Operation[] = Object.values(operations as Record<string, Operation>).filter(
  (operation) => operation.documented,
);

/** A valid identifier of nothing. */
export const NOBODY = '5f0c7a52-3c1e-4f55-9d1a-0a4f4d3c2b1a';

/** The path of an operation, with the same value for each path parameter. */
export function addressOf(operation: Pick<Operation, 'path'>, id = NOBODY): string {
  return `/v1${operation.path.replace(/\{[^}]+\}/g, encodeURIComponent(id))}`;
}

/** A valid body for operations that need one; its ids do not exist. */
export const bodies: Readonly<Record<string, object>> = {
  'moment-criteria.attach': { criterion: { name: 'goal', instructions: 'Find goals.' } },
  'share.create': { file_id: NOBODY },
  'media.add': { file_id: NOBODY },
  'webhook.update': { active: false },
};
