import type { ServiceContext } from '../context/context.ts';
import type { LineReader, QueryEncoder } from '../understanding/models/embeddings/index.ts';

/** The context of a search. */
export type SearchContext = Pick<ServiceContext, 'db' | 'yieldTurn' | 'log'>;

/** The context of a search that compares meaning. */
export interface MeaningContext extends SearchContext {
  /** Undefined: searches go by words. */
  readonly encoder: QueryEncoder | undefined;
  /** Finds frames by what they show; undefined: searches go without. */
  readonly pictures: QueryEncoder | undefined;
  /** Reads lines with a question, where there is time for it; undefined: answers go without. */
  readonly reader: LineReader | undefined;
}
