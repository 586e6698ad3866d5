import type { Finding, Moment } from '../../../contract/index.ts';

/** What a moment has besides the columns of its row. */
export type MomentBody = Pick<Moment, 'title' | 'reason' | 'anchors' | 'speakers' | 'evidence'> &
  Partial<Pick<Moment, 'properties'>>;

/** What a finding has besides the columns of its row. */
export type FindingBody = Partial<Pick<Finding, 'reason' | 'properties'>>;
