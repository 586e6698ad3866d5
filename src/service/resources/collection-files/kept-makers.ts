import type { Modality, RedoBody } from '../../../contract/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { fromJson } from '../../store/sql/json.ts';
import { changeOf, isGiven, makerOf, type StoredMaker } from '../../understanding/analysis/makers.ts';
import type { MadeBy } from '../../understanding/index.ts';
import type { CollectionFileRow, FileRow } from '../common/lookup.ts';
import { asksFor, storedMakers } from '../common/made-by.ts';
import { openRow } from '../common/rows.ts';
import { hearingFor } from '../files/hearing-settings.ts';

/**
 * The makers of a collection file's results that stay when it is processed again: a better one is not replaced by a worse one
 * unless a redo allows that, and a redo of some modalities leaves the others as they are. How the speech of a file is
 * recognised may be the user's choice: that always counts.
 */
export async function keptMakers(
  ctx: JobContext,
  { collection_id, file_id, redo }: CollectionFileRow,
  file: FileRow,
): Promise<ReadonlyMap<Modality, MadeBy>> {
  const makers = (await storedMakers(ctx.db, collection_id, [file_id])).get(file_id) ?? new Map();
  const asked = await redoOf(ctx, redo);
  const hearing = hearingFor(file, []);
  const stay = new Map<Modality, MadeBy>();
  for (const [modality, before] of makers) {
    const chosen = modality === 'speech' && (hearing.provider || hearing.transcriptKey);
    const made = madeBy(before);
    if (chosen || !made) continue;
    const change = changeOf(modality, before, await makerOf(ctx.config, modality, hearing));
    const kept = asked && !asksFor(asked, modality) ? change !== 'none' : change === 'worse' && !asked?.worse;
    if (kept) stay.set(modality, made);
  }
  return stay;
}

const madeBy = (before: StoredMaker): MadeBy | undefined =>
  before.provider === null || isGiven(before)
    ? undefined
    : { provider: before.provider, settings: before.settings ?? {} };

/** What the redo asks for that started the file, while it is in progress. */
async function redoOf({ db }: JobContext, id: string | null): Promise<RedoBody | undefined> {
  const row = id === null ? undefined : await openRow(db, 'redos', id);
  return row && fromJson<RedoBody>(row.config);
}
