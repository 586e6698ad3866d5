import type { ServiceContext } from '../context/context.ts';

/** What a search works with. */
export type SearchContext = Pick<ServiceContext, 'db' | 'yieldTurn'>;
