/** Whether a row is there and still to be worked on. */
export function isOpen<Row extends { status: string }>(row: Row | undefined): row is Row {
  return row?.status === 'pending' || row?.status === 'processing';
}
