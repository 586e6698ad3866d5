import type { ServiceContext } from '../../context/context.ts';
import type { MeaningContext, SearchContext } from '../../search/context.ts';
import { modelsBefore } from '../../search/vectors/serving.ts';
import {
  type EncoderConfig,
  encoderFor,
  encoderNamed,
  queryEncoder,
  type TextEncoder,
} from '../../understanding/embeddings/index.ts';

/** The context with the encoder that searches go by, for those that compare meaning. */
export async function withEncoder<Context extends SearchContext & Pick<ServiceContext, 'config' | 'log'>>(
  ctx: Context,
): Promise<Context & MeaningContext> {
  const encoder = await searchEncoder(ctx);
  return { ...ctx, encoder: encoder && queryEncoder(encoder, ctx.config.vectorWaitMs) };
}

/**
 * The encoder in use; while all vectors are made again with it, the one before, if that is still there. A search compares
 * the vectors of one encoder with its query's by the same.
 */
async function searchEncoder({
  db,
  config,
}: Pick<SearchContext, 'db'> & { readonly config: EncoderConfig }): Promise<TextEncoder | undefined> {
  const wanted = encoderFor(config);
  if (!wanted) return undefined;
  for (const model of await modelsBefore(db, wanted.model)) {
    const before = encoderNamed(config, model);
    if (before) return before;
  }
  return wanted;
}
