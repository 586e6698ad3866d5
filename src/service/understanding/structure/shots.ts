import { messageOf } from '../../errors.ts';
import type { UnderstandingContext } from '../context.ts';
import type { ShotsReport } from '../modalities-result.ts';
import type { MadeBy } from '../port.ts';
import { keepResult, keptResult, type ResultKey, resultKey } from '../results.ts';
import type { SeenShot, VisualPass } from '../visual-pass/types.ts';

/** What finds shots; `finder` is raised when it finds others, so that kept ones are made anew. */
export const SHOTS_MADE_BY: MadeBy = {
  provider: 'shot-detector',
  settings: { finder: 1, detector: 'adaptive' },
};

/** Whether the shots of a content are known. */
export interface PlannedShots {
  readonly key: ResultKey | undefined;
  readonly known: readonly SeenShot[] | undefined;
}

/** Looks whether the shots of the same content were found before. */
export async function planShots(
  ctx: UnderstandingContext,
  contentHash: string | null,
): Promise<PlannedShots> {
  const key = resultKey(contentHash, 'shots', SHOTS_MADE_BY);
  return { key, known: key && (await keptResult<SeenShot[]>(ctx, key)) };
}

/** The known shots, or those that are found now, which are kept. @throws when the job is aborted or lost */
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
    ctx.log.warn('shots could not be found', { reason: messageOf(error) });
    return { shots: [], reason: messageOf(error) };
  }
  if (key) await keepResult(ctx, key, [...shots]);
  return { shots };
}
