/** How a row left processing. */
export type Ended =
  | { status: 'completed' | 'not_applicable'; error: string | null }
  | { status: 'failed'; error: string };
