/** --check: checks a criterion locally, by every rule of the contract. */
import type { Command } from '../model/model.ts';
import type { Request, Result } from '../model/plan.ts';
import { checkRequest } from '../run/check.ts';
import { criterionHash } from './present.ts';

/** Placeholder when no collection is given. */
const anyCollection = '00000000-0000-4000-8000-000000000000';

/**
 * Checks the request without sending it. @param body an attach body @returns name and hash of a valid
 * criterion @throws UsageError (exit 2) that lists every problem with the path of its field
 */
export async function checkCriterion(
  command: Command,
  collectionId: string | undefined,
  body: object,
): Promise<Result> {
  const request: Request = {
    operation: 'moment-criteria.attach',
    params: { collection_id: collectionId ?? anyCollection },
    query: {},
    body,
  };
  await checkRequest(command, request, () => {});
  const { criterion } = body as { criterion: { name: string } };
  const hash = criterionHash(criterion);
  return {
    value: { valid: true, criterion_name: criterion.name, criterion_hash: hash },
    text: `Criterion ${criterion.name} is valid (hash ${hash}); nothing was sent`,
  };
}
