/**
 * Scene descriptions without a model: scenes of the visual pass come in, with objects if wanted; sentences about
 * brightness, colours, motion and shots go out (scene-text.ts). They never say what a scene shows.
 */

import { isDisturbed, probe } from '../../../../media/index.ts';
import { messageOf } from '../../../errors.ts';
import { claimNotes, damageNotes, missingEnd, partNotes } from '../damage-notes.ts';
import { damageGaps } from '../held-gaps.ts';
import type { SceneLine } from '../lines.ts';
import {
  hasObjectModel,
  lookBetween,
  lookForObjects,
  OBJECTS_METHOD,
  objectLines,
} from '../objects/index.ts';
import type { ModalityInput, ModalityProvider, ModalityResult, Settings } from '../port.ts';
import type { Scene } from '../visual-pass/types.ts';
import { factsInWords } from './scene-text.ts';

/** Increase it when the measurements or their wording change, so that stored results are recomputed. */
const METER = 4;

/**
 * Facts about the picture, measured on this machine: brightness, colours, motion, length of shots.
 * @param wanted whether to look for objects too, if this build carries the model
 */
export function pictureFacts(wanted: boolean): ModalityProvider<'visual_scene_description'> {
  return {
    modality: 'visual_scene_description',
    maker: async () => ({ provider: 'picture-facts', settings: methodOf(wanted && hasObjectModel()) }),
    async plan(input) {
      const { visualPass } = input;
      if (visualPass.times.length === 0) return undefined;
      const objects = wanted && hasObjectModel();
      const looked = { looked_at: visualPass.thorough ? 'every frame' : 'key frames' };
      return {
        provider: 'picture-facts',
        settings: { ...looked, ...methodOf(objects) },
        needs: 'scenes',
        quality: objects
          ? 'Measured facts, and the people, vehicles and animals that a detector saw; it misses half of them.'
          : 'Measured facts only: nothing here says what the picture shows.',
        run: (signal) => factsAndObjects(input, objects, signal),
      };
    },
  };
}

function methodOf(objects: boolean): Settings {
  return { meter: METER, ...(objects && { objects: OBJECTS_METHOD }) };
}

async function factsAndObjects(
  input: ModalityInput,
  objects: boolean,
  signal: AbortSignal,
): Promise<ModalityResult<'visual_scene_description'>> {
  const finding = input.visualPass.scenes(signal);
  const [scenes, seen] = await Promise.all([
    finding,
    objects ? objectsOf(input, finding, signal) : { lines: [], notes: [] },
  ]);
  if (scenes.length === 0) {
    const why = 'the media has no picture that could be analysed';
    return {
      lines: [],
      notes: ['The media has no picture that could be analysed.'],
      gaps: [{ reason: 'failed', why }],
    };
  }
  const probed = await probe(input.mediaPath, { ffmpeg: input.ffmpeg, signal });
  const damage = [...(await input.visualPass.damage(signal)), ...missingEnd(probed)];
  const lines = [...factsLines(scenes), ...seen.lines];
  return {
    lines: lines.sort((one, other) => one.start - other.start),
    notes: [
      ...seen.notes,
      ...damageNotes('picture', damage),
      ...claimNotes(probed),
      ...(await partNotes(input.mediaPath)),
    ],
    gaps: damageGaps(damage),
  };
}

/** The objects of a film. Without them the measured facts are still of use: a failure is a note. */
async function objectsOf(
  { mediaPath, ffmpeg, visualPass }: ModalityInput,
  finding: Promise<readonly Scene[]>,
  signal: AbortSignal,
): Promise<{ lines: SceneLine[]; notes: string[] }> {
  const film = { path: mediaPath, ffmpeg, duration: visualPass.duration };
  try {
    const looks = await lookForObjects(film, signal);
    const scenes = await finding;
    return { lines: objectLines(await lookBetween(film, looks, scenes, signal), scenes), notes: [] };
  } catch (error) {
    signal.throwIfAborted();
    if (isDisturbed(error)) throw error;
    return { lines: [], notes: [`Objects could not be recognised: ${messageOf(error)}`] };
  }
}

/** Longest line of facts, in seconds: the text on the screen is told with the line that it falls in. */
const MOST_SECONDS = 300;

/** Parts of a shot that look alike are one line: what stays as it was is not said again. */
function factsLines(scenes: readonly Scene[]): SceneLine[] {
  const alike: Scene[] = [];
  for (const scene of scenes) {
    const last = alike.at(-1);
    const isSame = last?.shot?.start === scene.shot?.start && last?.end === scene.start;
    const isShort = last && scene.end - last.start <= MOST_SECONDS;
    if (isSame && isShort && looksLike(last, scene)) alike[alike.length - 1] = { ...last, end: scene.end };
    else alike.push(scene);
  }
  return alike.map((scene) => ({ text: factsInWords(scene), start: scene.start, end: scene.end }));
}

/** Whether two scenes have the same words. */
function looksLike(one: Scene, other: Scene): boolean {
  const { start, end } = one;
  return factsInWords(one) === factsInWords({ ...other, start, end });
}

/** The provider for files without a picture. */
export const noPicture: ModalityProvider<'visual_scene_description'> = {
  modality: 'visual_scene_description',
  async plan() {
    const notes = ['There is no picture, so there are no scenes to describe.'];
    return { provider: 'none', settings: {}, run: async () => ({ lines: [], notes }) };
  },
};
