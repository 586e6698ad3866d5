/** One numbered step. A step that was released is never changed; what comes later is a new one. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}
