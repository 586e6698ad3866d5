import type { OneOf, searchSorts } from '../../../contract/index.ts';
import { groupBy } from '../common/group-by.ts';
import type { StoredGroup, StoredItem } from './stored.ts';

const GROUPS = {
  file: 'segment_group',
  segment: 'segment_group',
  face: 'face_group',
  moment: 'moment_group',
} as const;

/**
 * Groups results by file: the file with the best item first, or the one with the most items.
 * @param items best first
 */
export function groupByFile(items: readonly StoredItem[], sortBy: OneOf<typeof searchSorts>): StoredGroup[] {
  const byFile = groupBy(items, ({ file_id }) => file_id);
  const groups = [...byFile].map(([file_id, matched_items]): StoredGroup => {
    const [best] = matched_items;
    return {
      type: GROUPS[best?.type ?? 'segment'],
      file_id,
      item_count: matched_items.length,
      best_score: best?.score ?? 0,
      matched_items,
    };
  });
  const byScore = (one: StoredGroup, other: StoredGroup) => other.best_score - one.best_score;
  if (sortBy === 'score') return groups.sort(byScore);
  return groups.sort((one, other) => other.item_count - one.item_count || byScore(one, other));
}
