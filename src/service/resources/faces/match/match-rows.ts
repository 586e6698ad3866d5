import { finderOf, type RowOf } from '../../common/rows.ts';

export type FaceMatchRow = RowOf<'face_matches'>;

/** Finds the account's face match. @throws 404 */
export const findMatch = finderOf('face_matches', 'face match');
