import { messageOf } from '../../errors.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import { lacksScale } from '../../search/vectors/scale.ts';
import { toJson } from '../../store/sql/json.ts';
import type { Db } from '../../store/sql/schema.ts';
import { measureScale, type TextEncoder } from '../../understanding/models/embeddings/index.ts';

/** The encoder has vectors in the store, and nobody knows what its cosines are worth. */
export async function isUnmeasured(db: Db, { model }: Pick<TextEncoder, 'model'>): Promise<boolean> {
  const rows = await db.selectFrom('encoders').select('scale').where('model', '=', model).execute();
  return rows.some(({ scale }) => lacksScale(model, scale));
}

/**
 * Measures what the cosines of an encoder are worth, so that searches can tell what is unlikely, and keeps it with its model.
 * @returns false if the encoder fails
 */
export async function measureEncoder(
  ctx: Pick<JobContext, 'write' | 'signal' | 'log'>,
  encoder: TextEncoder,
): Promise<boolean> {
  try {
    const scale = toJson(await measureScale(encoder, ctx.signal));
    await ctx.write((trx) =>
      trx.updateTable('encoders').set({ scale }).where('model', '=', encoder.model).execute(),
    );
    return true;
  } catch (error) {
    ctx.signal.throwIfAborted();
    ctx.log.warn('an encoder cannot be measured yet', { model: encoder.model, error: messageOf(error) });
    return false;
  }
}
