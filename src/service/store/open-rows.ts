/** Whether a row exists and is unfinished. */
export function isOpen<Row extends { status: string }>(row: Row | undefined): row is Row {
  return row?.status === 'pending' || row?.status === 'processing';
}
