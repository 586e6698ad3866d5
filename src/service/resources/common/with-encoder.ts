import type { ServiceContext } from '../../context/context.ts';
import type { MeaningContext, SearchContext } from '../../search/context.ts';
import { encoderFor, queryEncoder } from '../../understanding/embeddings/index.ts';

/** The context with the encoder in use, for searches that compare meaning. */
export function withEncoder<Context extends SearchContext & Pick<ServiceContext, 'config' | 'log'>>(
  ctx: Context,
): Context & MeaningContext {
  const encoder = encoderFor(ctx.config);
  return { ...ctx, encoder: encoder && queryEncoder(encoder, ctx.config.vectorWaitMs) };
}
