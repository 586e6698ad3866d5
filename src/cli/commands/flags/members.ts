/** Which members of a collection, and in which order, as flags. */
import { collectionFileOrders, sortDirections } from '../../../contract/enums.ts';
import { pageFlags } from '../../model/common-flags.ts';
import { choice, day } from '../../model/values.ts';

/** --added-*, --order, --sort and a page. */
export const memberFlags = {
  addedBefore: day('Only those added before this day (UTC) or date-time'),
  addedAfter: day('Only those added after this day (UTC) or date-time'),
  order: choice(collectionFileOrders, 'Field to order by (default added_at)'),
  sort: choice(sortDirections, 'Direction (default desc)'),
  ...pageFlags,
} as const;
