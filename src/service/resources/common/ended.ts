/** How a row ended. */
export type Ended =
  | { status: 'completed' | 'not_applicable'; error: string | null }
  | { status: 'failed'; error: string };
