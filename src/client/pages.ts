/** Walks a list by limit and offset. */
import type { OperationId } from '../contract/index.ts';
import type { Client, LooseParts } from './client.ts';

interface Page {
  readonly data: readonly unknown[];
  readonly total?: number;
}

/**
 * Every item of a list, page by page, beginning at the query's offset.
 * Ends at the total, and at an empty page whatever the total says.
 */
export async function* everyItem(
  client: Client,
  operation: OperationId,
  parts: LooseParts,
  signal?: AbortSignal,
): AsyncGenerator<unknown> {
  let offset = Number(parts.query?.offset ?? 0);
  for (;;) {
    const query = { ...parts.query, offset };
    const { data, total } = (await client.send(operation, { ...parts, query }, { signal })) as Page;
    yield* data;
    offset += data.length;
    if (data.length === 0 || (total !== undefined && offset >= total)) return;
  }
}
