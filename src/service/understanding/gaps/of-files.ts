import type { Gap, Modality } from '../../../contract/index.ts';
import { compiledOnce } from '../../store/compiled.ts';
import { isKept } from '../../store/deletions.ts';
import { fromJson } from '../../store/json.ts';
import { listOf } from '../../store/list-of.ts';
import type { Json } from '../../store/schema.ts';
import type { HeldGap } from '../held-gaps.ts';
import { type HearingNow, hearingNow, nextOf, untrustedCommand } from './next.ts';
import type { GapContext } from './sum.ts';
import { shownGap } from './words.ts';

/** A row with gaps of one modality of a collection file. */
interface Row {
  readonly collection_id: string;
  readonly file_id: string;
  readonly modality: string;
  readonly gaps: Json | null;
  readonly collection_type: string;
}

/** The gaps of one file, in all of its collections. Asked with every GET of a file. */
const rowsOfFile = compiledOnce((db, fileId: string) =>
  db
    .selectFrom('collection_file_modalities as m')
    .innerJoin('collections as c', 'c.id', 'm.collection_id')
    .select(['m.collection_id', 'm.file_id', 'm.modality', 'm.gaps', 'c.collection_type'])
    .where('m.file_id', '=', fileId)
    .where('m.gaps', 'is not', null)
    .where(isKept('collection_file_modalities', 'm')),
);

/** What was not heard, read or seen in a file, in whichever of its collections; undefined if nothing is missing. */
export async function gapsOfFile(ctx: GapContext, fileId: string): Promise<Gap[] | undefined> {
  return (await shownByFile(ctx, await rowsOfFile(ctx.db, fileId))).get(fileId);
}

/** The same of many files, by their ids. @param collectionId only as they are in this collection */
export async function gapsOfFiles(
  ctx: GapContext,
  fileIds: readonly string[],
  collectionId?: string,
): Promise<Map<string, Gap[]>> {
  let asked = ctx.db
    .selectFrom('collection_file_modalities as m')
    .innerJoin('collections as c', 'c.id', 'm.collection_id')
    .select(['m.collection_id', 'm.file_id', 'm.modality', 'm.gaps', 'c.collection_type'])
    .where('m.file_id', 'in', listOf(fileIds))
    .where('m.gaps', 'is not', null)
    .where(isKept('collection_file_modalities', 'm'));
  if (collectionId !== undefined) asked = asked.where('m.collection_id', '=', collectionId);
  return shownByFile(ctx, await asked.execute());
}

/** Gaps that are stored with a job outside collections: see gapsByModality. */
export async function gapsOfJob(
  ctx: GapContext,
  fileId: string,
  stored: Json | null,
): Promise<Gap[] | undefined> {
  if (stored === null) return undefined;
  const rows = Object.entries(fromJson<Record<string, HeldGap[]>>(stored)).map(([modality, gaps]) => ({
    ...{ modality, file_id: fileId, collection_id: '', collection_type: '' },
    gaps: JSON.stringify(gaps) as Json,
  }));
  return (await shownByFile(ctx, rows)).get(fileId);
}

/** Each kind of gap of a file once, however many collections have it. */
async function shownByFile({ config }: GapContext, rows: readonly Row[]): Promise<Map<string, Gap[]>> {
  const shown = new Map<string, Gap[]>();
  if (rows.length === 0) return shown;
  const now = await hearingNow(config);
  for (const row of rows) {
    const all = shown.get(row.file_id) ?? [];
    for (const gap of shownOf(row, now))
      if (!all.some(({ modality, reason }) => modality === gap.modality && reason === gap.reason))
        all.push(gap);
    shown.set(row.file_id, all);
  }
  return shown;
}

function shownOf({ modality, file_id, collection_id, collection_type, gaps }: Row, now: HearingNow): Gap[] {
  return (fromJson<HeldGap[] | null>(gaps) ?? []).map((held) => {
    const found = { ...held, modality: modality as Modality };
    const untrusted = untrustedCommand(collection_type, collection_id, file_id);
    return shownGap(found, nextOf(found, { redo: [file_id], untrusted }, now), now.hears);
  });
}
