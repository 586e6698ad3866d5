import { fromJson } from '../../store/sql/json.ts';
import type { EncodersTable } from '../../store/sql/schema.ts';
import {
  type MeasuredScale,
  SCALE_VERSION,
  tellsApart,
} from '../../understanding/models/embeddings/scale/measure.ts';
import { isFittedWith } from '../scores/likelihood.ts';

/** Brings a cosine of an encoder to the scale of the encoder that the likelihood was fitted with. */
export type ToFitted = (cosine: number) => number;

const asItIs: ToFitted = (cosine) => cosine;

/** @returns undefined if the encoder's cosines are not measured yet, or do not tell what answers a question */
export function toFitted(model: string, stored: EncodersTable['scale']): ToFitted | undefined {
  if (isFittedWith(model)) return asItIs;
  const scale = fromJson<MeasuredScale>(stored);
  if (scale?.version !== SCALE_VERSION || !tellsApart(scale)) return undefined;
  const { factor, offset } = scale;
  return (cosine) => factor * cosine + offset;
}

/** Whether the cosines of an encoder are to be measured. */
export function lacksScale(model: string, stored: EncodersTable['scale']): boolean {
  return !isFittedWith(model) && fromJson<MeasuredScale>(stored)?.version !== SCALE_VERSION;
}
