import { expect, it } from 'vitest';
import { operationIds, operationOf } from '../../src/contract/operations/index.ts';
import { loadOperation } from '../../src/contract/operations/load.ts';

it('loads every operation alone, and it is the same one', async () => {
  for (const id of operationIds) expect(await loadOperation(id)).toBe(operationOf(id));
});
