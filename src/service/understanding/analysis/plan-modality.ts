import type { Modality } from '../../../contract/index.ts';
import { messageOf } from '../../errors.ts';
import { LeaseLost } from '../../queue/queue.ts';
import { triesAgain, type UnderstandingContext } from '../modalities/context.ts';
import { providersFor } from '../modalities/modalities.ts';
import type {
  KeptPieces,
  MadeBy,
  ModalityInput,
  ModalityPlan,
  ModalityProvider,
  ModalityResult,
} from '../modalities/port.ts';
import {
  keepResult,
  keptPieces,
  keptResult,
  type ResultKey,
  resultBefore,
  resultKey,
} from '../modalities/results.ts';
import { makerName } from './makers.ts';
import { noteSpeed } from './speeds.ts';

/** A modality with its provider's plan, or why no provider can run. */
export type Planned =
  | {
      readonly modality: Modality;
      readonly plan: ModalityPlan<Modality>;
      /** Key of its stored result; undefined if none is stored. */
      readonly key: ResultKey | undefined;
      /** The stored result of the same plan and content. */
      readonly known: ModalityResult<Modality> | undefined;
      /** Why the results of providers before it did not fit the media. */
      readonly passed: readonly string[];
      /** Chooses another provider, because the result does not fit. @param why the reason, as a sentence */
      readonly instead: (why: string) => Promise<Planned>;
    }
  | { readonly modality: Modality; readonly reason: unknown };

/**
 * Chooses the provider of a modality, and looks for a stored result.
 * @param stays the maker of a result that is to stay, if that is still stored
 */
export async function planModality(
  ctx: UnderstandingContext,
  contentHash: string | null,
  modality: Modality,
  input: ModalityInput,
  stays?: MadeBy,
): Promise<Planned> {
  const kept = stays && (await keptAs(ctx, contentHash, modality, stays));
  if (kept) return kept;
  const planFrom = async (
    providers: readonly ModalityProvider<Modality>[],
    passed: readonly string[],
  ): Promise<Planned> => {
    try {
      const { provider, plan } = await firstPlan(providers, input);
      const key = plan.provider === 'none' ? undefined : resultKey(contentHash, modality, plan);
      const known = key && (await keptResult<ModalityResult<Modality>>(ctx, key));
      const others = providers.filter((one) => one !== provider);
      const instead = (why: string) => planFrom(others, [...passed, why]);
      return { modality, plan, key, known, passed, instead };
    } catch (reason) {
      ctx.signal.throwIfAborted();
      if (passed.length === 0) return { modality, reason };
      return { modality, reason: new Error([...passed, messageOf(reason)].join(' '), { cause: reason }) };
    }
  };
  return planFrom(providersFor(ctx.config, modality, input.hearing), []);
}

async function keptAs(
  ctx: UnderstandingContext,
  contentHash: string | null,
  modality: Modality,
  made: MadeBy,
): Promise<Planned | undefined> {
  const key = resultKey(contentHash, modality, made);
  const known = key && (await keptResult<ModalityResult<Modality>>(ctx, key));
  if (!known || known.unfit !== undefined) return undefined;
  const instead = async (why: string) => ({ modality, reason: new Error(why) });
  return { modality, plan: { ...made, run: async () => known }, key, known, passed: [], instead };
}

interface Chosen<S extends Modality> {
  readonly provider: ModalityProvider<S>;
  readonly plan: ModalityPlan<S>;
}

/** The first that perceives something, else the first that says why there is nothing. */
async function firstPlan<S extends Modality>(
  providers: readonly ModalityProvider<S>[],
  input: ModalityInput,
): Promise<Chosen<S>> {
  let deaf: Chosen<S> | undefined;
  for (const provider of providers) {
    const planned = provider.plan(input);
    // A later one that cannot work is not needed.
    const plan = await (deaf ? planned.catch(() => undefined) : planned);
    if (plan && !plan.deaf) return { provider, plan };
    if (plan) deaf ??= { provider, plan };
  }
  if (deaf) return deaf;
  throw new Error('no provider can analyse it');
}

/**
 * The stored result, or a new one, which is stored. If that fails, the one that was put aside to be made again.
 * @param seconds length of the media; null if it has none
 */
export async function resultOf(
  ctx: UnderstandingContext,
  { modality, plan, key, known }: Extract<Planned, { plan: unknown }>,
  seconds: number | null,
): Promise<ModalityResult<Modality>> {
  if (known) return known;
  if (!key) return plan.run(ctx.signal);
  const pieces = keptPieces(ctx, key);
  let resumed = false;
  const noting: KeptPieces = {
    put: pieces.put,
    get: async (name) => {
      const piece = await pieces.get(name);
      resumed ||= piece !== undefined;
      return piece;
    },
  };
  const began = ctx.clock();
  let result: ModalityResult<Modality>;
  try {
    result = await plan.run(ctx.signal, noting);
  } catch (error) {
    ctx.signal.throwIfAborted();
    if (triesAgain(ctx, error)) throw error;
    const before = error instanceof LeaseLost ? undefined : await resultBefore<typeof result>(ctx, key);
    if (!before) throw error;
    return { ...before, kept: messageOf(error) };
  }
  const ms = ctx.clock() - began;
  await keepResult(ctx, key, result);
  const of = { analysis: modality, made: makerName(plan) };
  // The rest of an interrupted analysis says nothing about the whole.
  if (!resumed && seconds !== null) await ctx.write((trx) => noteSpeed(trx, of, { seconds, ms }));
  await pieces.drop();
  return result;
}
