import type { JobContext } from '../jobs/handlers.ts';
import { providersFor } from './modalities.ts';
import type { Perceived, Sense, SenseInput, SensePlan, SenseProvider } from './port.ts';
import { keepResult, keptPieces, keptResult, type ResultKey, resultKey } from './results.ts';

/** A sense with what will perceive it, or with the reason why nothing can. */
export type Planned =
  | {
      readonly sense: Sense;
      readonly plan: SensePlan<Sense>;
      /** Names its result; undefined where none is kept. */
      readonly key: ResultKey | undefined;
      /** What the same plan made of the same content before. */
      readonly known: Perceived<Sense> | undefined;
    }
  | { readonly sense: Sense; readonly reason: unknown };

/** Chooses the provider of a sense, and looks whether its result is there already. */
export async function planSense(
  ctx: JobContext,
  contentHash: string | null,
  sense: Sense,
  input: SenseInput,
): Promise<Planned> {
  try {
    const plan = await firstPlan(providersFor(ctx.config, sense), input);
    const key = plan.provider === 'none' ? undefined : resultKey(contentHash, sense, plan);
    return { sense, plan, key, known: key && (await keptResult<Perceived<Sense>>(ctx, key)) };
  } catch (reason) {
    ctx.signal.throwIfAborted();
    return { sense, reason };
  }
}

async function firstPlan<S extends Sense>(
  providers: readonly SenseProvider<S>[],
  input: SenseInput,
): Promise<SensePlan<S>> {
  for (const provider of providers) {
    const plan = await provider.plan(input);
    if (plan) return plan;
  }
  throw new Error('nothing here can perceive it');
}

/** The known result, or a new one, which is kept. */
export async function resultOf(
  ctx: JobContext,
  { plan, key, known }: Extract<Planned, { plan: unknown }>,
): Promise<Perceived<Sense>> {
  if (known) return known;
  if (!key) return plan.run(ctx.signal);
  const pieces = keptPieces(ctx, key);
  const perceived = await plan.run(ctx.signal, pieces);
  await keepResult(ctx, key, perceived);
  await pieces.drop();
  return perceived;
}
