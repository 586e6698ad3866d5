import type PgBoss from 'pg-boss';
import type { Db } from '../../store/schema.ts';
import type { Place } from './place.ts';

/** What the parts of the driver share. */
export interface Driver {
  readonly db: Db;
  readonly boss: PgBoss;
  readonly place: Place;
  /** Unix milliseconds. */
  readonly clock: () => number;
}
