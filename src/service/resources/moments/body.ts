import type { Finding, Moment } from '../../../contract/index.ts';

/** What a moment has besides the columns of its row. */
export type MomentBody = Pick<
  Moment,
  'title' | 'reason' | 'anchors' | 'speakers' | 'properties' | 'evidence'
>;

/** What a finding has besides the columns of its row. */
export type FindingBody = Pick<Finding, 'reason' | 'properties'>;
