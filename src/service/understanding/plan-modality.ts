import type { Modality } from '../../contract/index.ts';
import type { UnderstandingContext } from './context.ts';
import { providersFor } from './modalities.ts';
import type { ModalityInput, ModalityPlan, ModalityProvider, ModalityResult } from './port.ts';
import { keepResult, keptPieces, keptResult, type ResultKey, resultKey } from './results.ts';

/** A modality with its provider's plan, or with the reason why nothing can. */
export type Planned =
  | {
      readonly modality: Modality;
      readonly plan: ModalityPlan<Modality>;
      /** Names its result; undefined where none is kept. */
      readonly key: ResultKey | undefined;
      /** What the same plan made of the same content before. */
      readonly known: ModalityResult<Modality> | undefined;
    }
  | { readonly modality: Modality; readonly reason: unknown };

/** Chooses the provider of a modality, and looks whether its result is there already. */
export async function planModality(
  ctx: UnderstandingContext,
  contentHash: string | null,
  modality: Modality,
  input: ModalityInput,
): Promise<Planned> {
  try {
    const plan = await firstPlan(providersFor(ctx.config, modality), input);
    const key = plan.provider === 'none' ? undefined : resultKey(contentHash, modality, plan);
    return { modality, plan, key, known: key && (await keptResult<ModalityResult<Modality>>(ctx, key)) };
  } catch (reason) {
    ctx.signal.throwIfAborted();
    return { modality, reason };
  }
}

async function firstPlan<S extends Modality>(
  providers: readonly ModalityProvider<S>[],
  input: ModalityInput,
): Promise<ModalityPlan<S>> {
  for (const provider of providers) {
    const plan = await provider.plan(input);
    if (plan) return plan;
  }
  throw new Error('nothing here can perceive it');
}

/** The known result, or a new one, which is kept. */
export async function resultOf(
  ctx: UnderstandingContext,
  { plan, key, known }: Extract<Planned, { plan: unknown }>,
): Promise<ModalityResult<Modality>> {
  if (known) return known;
  if (!key) return plan.run(ctx.signal);
  const pieces = keptPieces(ctx, key);
  const result = await plan.run(ctx.signal, pieces);
  await keepResult(ctx, key, result);
  await pieces.drop();
  return result;
}
