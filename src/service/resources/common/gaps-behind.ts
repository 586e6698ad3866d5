import type { Gap, Modality } from '../../../contract/index.ts';
import type { SearchContext } from '../../search/context.ts';
import { type KnowledgeBase, scopeOf } from '../../search/filters/knowledge.ts';
import { type GapContext, gapLine, gapsIn } from '../../understanding/analysis/gaps/index.ts';

/** Fewer results than this are little, unless the limit asked for no more. */
const LITTLE = 3;

/** Where an answer is from, and what it came to. */
export interface Answered {
  readonly knowledgeBase: KnowledgeBase;
  /** Number of results, and the most that were asked for. */
  readonly results: number;
  readonly limit: number;
  /** The modalities that were searched; default: all. */
  readonly modalities?: readonly Modality[] | undefined;
}

/**
 * What was not heard, read or seen in the files that were searched: it may be why little was found. Asks nothing of the store
 * where enough was found.
 */
export async function gapsBehind(
  ctx: SearchContext & GapContext,
  accountId: string,
  { knowledgeBase, results, limit, modalities }: Answered,
): Promise<Gap[]> {
  if (results >= Math.min(LITTLE, limit)) return [];
  return gapsIn(ctx, await scopeOf(ctx, accountId, knowledgeBase), modalities);
}

/** The end of an answer that found nothing: a line for each gap, each after a line break. */
export function gapPieces(gaps: readonly Gap[]): string[] {
  return gaps.map((gap) => `\n${gapLine(gap)}`);
}
