import { messageOf } from '../../../errors.ts';
import { triesAgain, type UnderstandingContext } from '../../modalities/context.ts';
import type { ShotsReport } from '../../modalities/modalities-result.ts';
import type { MadeBy } from '../../modalities/port.ts';
import { keepResult, keptResult, type ResultKey, resultKey } from '../../modalities/results.ts';
import type { SeenShot, VisualPass } from '../../modalities/visual-pass/types.ts';

/** The shot detector; increase `finder` when its results change, so that stored shots are recomputed. */
export const SHOTS_MADE_BY: MadeBy = {
  provider: 'shot-detector',
  settings: { finder: 1, detector: 'adaptive' },
};

/** Whether the shots of a content are stored. */
export interface PlannedShots {
  readonly key: ResultKey | undefined;
  readonly known: readonly SeenShot[] | undefined;
}

/** Looks for stored shots of the same content. */
export async function planShots(
  ctx: UnderstandingContext,
  contentHash: string | null,
): Promise<PlannedShots> {
  const key = resultKey(contentHash, 'shots', SHOTS_MADE_BY);
  return { key, known: key && (await keptResult<SeenShot[]>(ctx, key)) };
}

/** The stored shots, or new ones, which are stored. @throws if the job is aborted or lost */
export async function findShotsOf(
  ctx: UnderstandingContext,
  { key, known }: PlannedShots,
  visualPass: VisualPass,
): Promise<ShotsReport> {
  if (known) return { shots: known };
  let shots: readonly SeenShot[];
  try {
    shots = await visualPass.shots(ctx.signal);
  } catch (error) {
    ctx.signal.throwIfAborted();
    if (triesAgain(ctx, error)) throw error;
    ctx.log.warn('shots could not be found', { reason: messageOf(error) });
    return { shots: [], reason: messageOf(error) };
  }
  if (key) await keepResult(ctx, key, [...shots]);
  return { shots };
}
