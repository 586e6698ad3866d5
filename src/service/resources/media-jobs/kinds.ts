import type { JobPayloads } from '../../queue/kinds.ts';
import type { RowOf } from '../common/rows.ts';

/** Jobs over media outside collections, and the table of each kind. */
interface Tables {
  'describe.run': 'describes';
  'extract.run': 'extractions';
}

export type MediaJobKind = keyof Tables;
export type MediaJobRow<Kind extends MediaJobKind> = Rows[Kind];

interface Rows {
  'describe.run': RowOf<'describes'>;
  'extract.run': RowOf<'extractions'>;
}

/** The columns a job fills when it is completed. */
interface Results {
  'describe.run': Pick<MediaJobRow<'describe.run'>, 'result'>;
  'extract.run': Pick<MediaJobRow<'extract.run'>, 'providers' | 'structure' | 'gaps'>;
}

/** The columns that a job may fill however it ends. */
interface Known {
  'describe.run': object;
  'extract.run': Partial<Pick<MediaJobRow<'extract.run'>, 'gaps'>>;
}

/** How a job ended. */
export type EndedMediaJob<Kind extends MediaJobKind> =
  | ({ readonly status: 'completed'; readonly error: null } & Results[Kind])
  | ({ readonly status: 'failed' | 'not_applicable'; readonly error: string } & Known[Kind]);

/** What differs between the kinds besides the work itself. */
export interface MediaJob<Kind extends MediaJobKind> {
  readonly kind: Kind;
  readonly table: Tables[Kind];
  /** What its events begin with. */
  readonly event: 'describe.job' | 'extract.job';
  /** The field of its payload with the id of its row. */
  readonly key: keyof JobPayloads[Kind] & string;
  /** What the work is called, for people. */
  readonly work: string;
}
