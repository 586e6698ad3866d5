import type { ServiceContext } from '../../context/context.ts';
import type { MeaningContext, SearchContext } from '../../search/context.ts';
import { modelsBefore } from '../../search/vectors/serving.ts';
import { PASSAGES, PICTURES } from '../../search/vectors/tables.ts';
import {
  type PictureEncoder,
  pictureEncoder,
  pictureEncoderNamed,
} from '../../understanding/modalities/pictures/index.ts';
import {
  type EncoderConfig,
  encoderFor,
  encoderNamed,
  queryEncoder,
  readerFor,
  type TextEncoder,
} from '../../understanding/models/embeddings/index.ts';

/** The context with the encoders that searches go by, for those that compare meaning and find frames. */
export async function withEncoder<Context extends SearchContext & Pick<ServiceContext, 'config' | 'log'>>(
  ctx: Context,
): Promise<Context & MeaningContext> {
  const [encoder, pictures] = [await searchEncoder(ctx), await frameEncoder(ctx)];
  const { vectorWaitMs } = ctx.config;
  return {
    ...ctx,
    encoder: encoder && queryEncoder(encoder, vectorWaitMs),
    pictures: pictures && queryEncoder(pictures, vectorWaitMs),
    reader: readerFor(ctx.config),
  };
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
  for (const model of await modelsBefore(db, PASSAGES, wanted.model)) {
    const before = encoderNamed(config, model);
    if (before) return before;
  }
  return wanted;
}

/** The same for frames. */
export async function frameEncoder({
  db,
  config,
}: Pick<SearchContext, 'db'> & { readonly config: EncoderConfig }): Promise<PictureEncoder | undefined> {
  const wanted = pictureEncoder(config.dataDir);
  if (!wanted) return undefined;
  for (const model of await modelsBefore(db, PICTURES, wanted.model)) {
    const before = pictureEncoderNamed(config.dataDir, model);
    if (before) return before;
  }
  return wanted;
}
