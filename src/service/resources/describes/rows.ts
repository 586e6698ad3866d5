import { finderOf, type RowOf } from '../common/rows.ts';

export type DescribeRow = RowOf<'describes'>;

/** Finds the account's describe job. @throws 404 */
export const findDescribe = finderOf('describes', 'describe job');
