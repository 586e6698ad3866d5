import type { ServiceContext } from '../context/context.ts';

/** The context of a search. */
export type SearchContext = Pick<ServiceContext, 'db' | 'yieldTurn' | 'log'>;
