/** The states of rows that are unfinished. */
export const openStatuses: readonly string[] = ['pending', 'processing'];

/** Whether a row exists and is unfinished. */
export function isOpen<Row extends { status: string }>(row: Row | undefined): row is Row {
  return row !== undefined && openStatuses.includes(row.status);
}
