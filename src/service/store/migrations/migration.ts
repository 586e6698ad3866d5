/** One numbered migration. A released migration never changes; add a new one instead. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
  /** The same for PostgreSQL. Those up to the baseline's version have none: see postgres/baseline. */
  readonly postgres?: string;
}
