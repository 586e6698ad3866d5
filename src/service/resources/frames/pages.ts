import type { Db } from '../../store/sql/schema.ts';

const PAGE = 1_000;

/** Yields the frames of an extraction in order of time, page by page; only those after `after` seconds, if given. */
export async function* framesOf(
  db: Db,
  extractionId: string,
  after = -1,
): AsyncGenerator<{ id: string; time: number }, undefined> {
  for (let offset = 0; ; offset += PAGE) {
    const rows = await db
      .selectFrom('thumbnails')
      .select(['id', 'time'])
      .where('frame_extraction_id', '=', extractionId)
      .where('time', '>', after)
      .orderBy('time')
      .orderBy('id')
      .limit(PAGE)
      .offset(offset)
      .execute();
    yield* rows;
    if (rows.length < PAGE) return undefined;
  }
}
