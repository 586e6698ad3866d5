/** One numbered migration. A released migration never changes; add a new one instead. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}
