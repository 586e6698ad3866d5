import type { ServiceContext } from '../../context/context.ts';
import type { MeaningContext, SearchContext } from '../../search/context.ts';
import { encoderFor } from '../../understanding/embeddings/index.ts';

/** The context with the encoder in use, for searches that compare meaning. */
export function withEncoder<Context extends SearchContext & Pick<ServiceContext, 'config' | 'log'>>(
  ctx: Context,
): Context & MeaningContext {
  return { ...ctx, encoder: encoderFor(ctx.config) };
}
