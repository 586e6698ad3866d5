import type { Modality } from '../../contract/index.ts';
import type { UnderstandingContext } from './context.ts';
import { providersFor } from './modalities.ts';
import type { ModalityInput, ModalityPlan, ModalityProvider, ModalityResult } from './port.ts';
import { keepResult, keptPieces, keptResult, type ResultKey, resultKey } from './results.ts';

/** A modality with its provider's plan, or why no provider can run. */
export type Planned =
  | {
      readonly modality: Modality;
      readonly plan: ModalityPlan<Modality>;
      /** Key of its stored result; undefined if none is stored. */
      readonly key: ResultKey | undefined;
      /** The stored result of the same plan and content. */
      readonly known: ModalityResult<Modality> | undefined;
    }
  | { readonly modality: Modality; readonly reason: unknown };

/** Chooses the provider of a modality, and looks for a stored result. */
export async function planModality(
  ctx: UnderstandingContext,
  contentHash: string | null,
  modality: Modality,
  input: ModalityInput,
): Promise<Planned> {
  try {
    const plan = await firstPlan(providersFor(ctx.config, modality, input.hearing), input);
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
  throw new Error('no provider can analyse it');
}

/** The stored result, or a new one, which is stored. */
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
