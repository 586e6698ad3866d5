import type { DeepSearchRow } from '../../search/deep-search.ts';
import type { StoredResult } from '../../search/make-result.ts';
import { fromJson, toJson } from '../../store/json.ts';
import type { Db } from '../../store/schema.ts';
import { keptFiles, QUOTED_DELETED } from '../common/kept-files.ts';

/** A deep search without results in deleted files; the text of one that had some is not shown either. */
export async function withoutDeleted(db: Db, row: DeepSearchRow): Promise<DeepSearchRow> {
  const results = fromJson<StoredResult[] | null>(row.results) ?? [];
  const files = await keptFiles(db, results);
  const kept = results.filter(({ file_id }) => files.has(file_id));
  const gone = results.length - kept.length;
  if (gone === 0) return row;
  return { ...row, results: toJson(kept), total: (row.total ?? gone) - gone, text: QUOTED_DELETED };
}
