import { sql } from 'kysely';
import type { Trx } from '../../store/schema.ts';

/** What follows the name of what found faces, once they are found again. */
const REPLACED = ', found again since';

/**
 * Lets the collections of a file find its faces again. The detections stay for those who know their ids; one by the same
 * name would be used again instead.
 */
export async function forgetFaces(trx: Trx, fileId: string): Promise<void> {
  await trx
    .updateTable('face_detections')
    .set({ made_by: sql<string>`made_by || ${REPLACED}` })
    .where('file_id', '=', fileId)
    .where('made_by', 'not like', `%${REPLACED}`)
    .execute();
  await trx
    .updateTable('collection_files')
    .set({ face_detection_id: null })
    .where('file_id', '=', fileId)
    .execute();
}
