/** Flags that filter and sort the files of a collection. */
import { boundsInWords } from '../../../contract/days.ts';
import { collectionFileOrders, sortDirections } from '../../../contract/enums.ts';
import { pageFlags } from '../../model/common-flags.ts';
import { choice, day, openChoice } from '../../model/values.ts';

/** --added-*, --order, --sort and a page. */
export const collectionFileFlags = {
  addedBefore: day(boundsInWords('added').before),
  addedAfter: day(boundsInWords('added').after),
  order: openChoice(collectionFileOrders, 'Sort by this field (default added_at)'),
  sort: choice(sortDirections, 'Sort direction (default desc)'),
  ...pageFlags,
} as const;
