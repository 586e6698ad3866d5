import { afterEach, describe, expect, it, vi } from 'vitest';
import { openStore } from '../../../src/service/store/open-store.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

vi.mock('@photostructure/sqlite', () => {
  throw new Error("Cannot find package '@photostructure/sqlite'");
});

describe('a store without a SQLite', () => {
  it('says what is missing and the two ways to get it', async () => {
    vi.spyOn(process, 'getBuiltinModule').mockReturnValue(undefined);
    await expect(openStore(':memory:')).rejects.toMatchObject({
      name: 'StoreUnavailable',
      message: expect.stringMatching(/vau serve .*optional packages.*without --omit=optional.*Node 24/),
    });
  });
});
