import { finderOf, type RowOf } from '../common/rows.ts';

export type DescribeRow = RowOf<'describes'>;

/** The account's describe job. @throws 404 */
export const findDescribe = finderOf('describes', 'describe job');
