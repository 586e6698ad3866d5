import type { Modality } from '../../../contract/index.ts';
import type { SpeechLine } from '../../understanding/modalities/lines.ts';
import type { ModalitiesResult } from '../../understanding/modalities/modalities-result.ts';
import { sentencesOf } from '../../understanding/rules/chapters/sentences.ts';

/** A piece of a collection file that gets a vector of its own. Times in seconds. */
export interface Passage {
  readonly modality: Modality;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The lines that passages are made from, in order of time. */
export interface PassageSource {
  readonly speech: readonly SpeechLine[];
  readonly scene_text: readonly Timed[];
  /** Without measured facts ("a dark picture"), which are too much alike to be told apart by meaning. */
  readonly visual_scene_description: readonly Timed[];
}

type Timed = Omit<Passage, 'modality'>;

/** The provider of measured facts. */
export const FACTS = 'picture-facts';

/** A text with fewer words has no meaning to compare; searches find it by its words. */
const LEAST_WORDS = 2;

export function sourceOf({ lines, reports }: ModalitiesResult): PassageSource {
  const facts = reports.some(({ madeBy }) => madeBy?.provider === FACTS);
  return { ...lines, ...(facts && { visual_scene_description: [] }) };
}

/** The spoken sentences, shown texts and described scenes. */
export function passagesIn({ speech, ...observed }: PassageSource): Passage[] {
  const all = [
    ...sentencesOf(speech).map((sentence) => passage('speech', sentence)),
    ...observed.scene_text.map((line) => passage('scene_text', line)),
    ...observed.visual_scene_description.map((line) => passage('visual_scene_description', line)),
  ];
  return all.filter(({ text }) => text.split(' ').length >= LEAST_WORDS);
}

function passage(modality: Modality, { start, end, text }: Timed): Passage {
  return { modality, start, end, text: text.replace(/\s+/g, ' ').trim() };
}
