/** Which operations change what a service holds. */
import type { OperationId } from '../../contract/index.ts';

/** They are sent by POST, but only ask something. */
const asking: ReadonlySet<string> = new Set<OperationId>([
  'search.run',
  'deep-search.run',
  'chat.create',
  'page-link.create',
  'redo.estimate',
]);

/** Whether an operation changes something: none that reads, searches or asks. */
export const isChange = (operation: string): boolean =>
  !/\.(get|list|balance|ledger|rates|deliveries|delivery)$/.test(operation) && !asking.has(operation);
