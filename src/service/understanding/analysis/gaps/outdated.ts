/** Speech that something better would recognise now. */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { fieldOf } from '../../../store/sql/expressions.ts';
import { fromJson } from '../../../store/sql/json.ts';
import type { Db, Json } from '../../../store/sql/schema.ts';
import type { UnderstandingConfig } from '../../modalities/context.ts';
import { changeOf, makerName, makerOf } from '../makers.ts';
import { speedOf } from '../speeds.ts';

/** What a redo would make better, summed over files. */
export interface Outdated {
  readonly files: number;
  readonly collections: readonly string[];
  /** What made the results, and what would make them now, in words. */
  readonly before: readonly string[];
  readonly now: string;
  /** How long a redo takes by one worker, in seconds; undefined if nothing is known about it. */
  readonly seconds: number | undefined;
}

/**
 * Finds results that a weaker recogniser made. Files that nothing could hear are a gap of their own, and those whose
 * recogniser was chosen by hand keep it. Reads the rows of speech, and the files of those that something else made.
 * @param within which rows of `m` count
 * @returns undefined if there are none
 */
export async function outdatedIn(
  { db, config }: { readonly db: Db; readonly config: UnderstandingConfig },
  within: RawBuilder<SqlBool>,
): Promise<Outdated | undefined> {
  const now = await makerOf(config, 'speech');
  if (!now) return undefined;
  const version = fieldOf(sql.ref('m.settings'), 'version');
  const seconds = fieldOf(sql.ref('f.media_info'), 'duration_seconds');
  const { rows } = await sql<{
    provider: string;
    settings: Json | null;
    files: number;
    seconds: number;
    collections: string;
  }>`
    select m.provider, m.settings, count(distinct m.file_id) as files,
      sum(cast(coalesce(${seconds}, '0') as double precision)) as seconds,
      json_group_array(distinct m.collection_id) as collections
    from collection_file_modalities m join files f on f.id = m.file_id
    where m.modality = 'speech' and m.provider != 'none' and ${within}
      and (m.provider != ${now.provider} or coalesce(${version}, '') != ${String(now.settings.version ?? '')})
      and ${fieldOf(sql.ref('f.hearing'), 'provider')} is null
    group by m.provider, m.settings`.execute(db);
  const worse = rows.filter(
    ({ provider, settings }) =>
      changeOf('speech', { provider, settings: fromJson(settings) }, now) === 'better',
  );
  if (worse.length === 0) return undefined;
  const name = makerName(now);
  const { perSecond } = await speedOf(db, 'speech', name);
  const sum = (of: (row: (typeof worse)[number]) => number) =>
    worse.reduce((total, row) => total + Number(of(row)), 0);
  return {
    files: sum((row) => row.files),
    collections: [...new Set(worse.flatMap(({ collections }) => fromJson<string[]>(collections)))],
    before: [...new Set(worse.map((row) => makerName({ ...row, settings: fromJson(row.settings) })))],
    now: name,
    seconds: perSecond === undefined ? undefined : perSecond * sum((row) => row.seconds),
  };
}
