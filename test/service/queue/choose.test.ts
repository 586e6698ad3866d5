import { describe, expect, it } from 'vitest';
import { chooseNext, type Head, type Running } from '../../../src/service/queue/choose.ts';

let ids = 0;

/** A ready job of `describe.run`, later than all before it. */
function head(account_id: string, given: Partial<Head> = {}): Head {
  ids += 1;
  return { id: ids, rank: ids, kind: 'describe.run', account_id, file_id: '', served: 0, ...given };
}

function chosen(
  heads: readonly [first: Head, fair: Head, ...Head[]],
  running: readonly Running[] = [],
): void {
  expect(chooseNext(heads, running)).toBe(heads[1]);
}

const runs = (account_id: string, file_id = 'film'): Running => ({
  kind: 'describe.run',
  account_id,
  file_id,
});

describe('what is next', () => {
  it('[SAFE-3] is of the account for which less is being done, even if it was served later', () => {
    chosen([head('ann', { served: 1 }), head('bob', { served: 9 })], [runs('ann')]);
  });

  it('[SAFE-3] is of the file for which less is being done', () => {
    chosen([head('ann', { file_id: 'film' }), head('ann', { file_id: 'song', served: 9 })], [runs('ann')]);
  });

  it('[SAFE-3] is of the kind of which less is being done', () => {
    chosen([head('ann'), head('ann', { kind: 'extract.run', served: 9 })], [runs('ann')]);
  });

  it('[SAFE-3] is of the account that was served longest ago, whatever kind its last job was of', () => {
    const other = head('ann', { kind: 'extract.run', served: 0 });
    chosen([head('ann', { served: 5 }), head('bob', { served: 3 }), other]);
  });

  it('[SAFE-3] is of the kind that was served longest ago', () => {
    chosen([head('ann', { served: 4 }), head('ann', { kind: 'extract.run', served: 2 })]);
  });

  it('[SAFE-3] is held back by no other job of no file, if it has none', () => {
    chosen([head('ann', { file_id: 'song', served: 9 }), head('ann')], [runs('ann', '')]);
  });

  it('is of the more important kind, then the earlier by rank, then the one that was added first', () => {
    chosen([head('ann'), head('ann', { kind: 'deep-search.run' })]);
    chosen([head('ann', { rank: 7 }), head('ann', { rank: 6 })]);
    const first = head('ann', { rank: 8 });
    chosen([head('ann', { rank: 8 }), first]);
  });
});
