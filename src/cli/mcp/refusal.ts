import type { Next } from './result.ts';

/** A call that vau mcp itself refuses. Its sentence has nothing in it that comes from media or from the service. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  /** Short and stable: not_allowed, outside_root, not_found. */
  readonly code: string;
  /** The call that helps. */
  readonly next: Next | undefined;
  /** What the service or media say about it. */
  readonly data: unknown;

  constructor(message: string, code: string, { next, data }: { next?: Next; data?: unknown } = {}) {
    super(message);
    this.code = code;
    this.next = next;
    this.data = data;
  }
}
