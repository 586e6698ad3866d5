/** What made a result: provider, model and settings, as they are stored and shown, and what has changed since. */

import type { Modality } from '../../../contract/index.ts';
import type { UnderstandingConfig } from '../modalities/context.ts';
import { providersFor } from '../modalities/modalities.ts';
import type { Hearing, MadeBy, Settings } from '../modalities/port.ts';
import { givenSpeech, recognisersByRank } from '../modalities/speech/sources.ts';

/** What a stored result says of its origin; null if the modality failed. */
export interface StoredMaker {
  readonly provider: string | null;
  readonly settings: Settings | null;
}

/** What a result would become if it were made now. `other`: nothing here says which of the two is better. */
export type Change = 'none' | 'better' | 'other' | 'worse';

/** What makes the results of a modality now, whatever the file; undefined if nothing does. */
export async function makerOf(
  config: UnderstandingConfig,
  modality: Modality,
  hearing?: Hearing,
): Promise<MadeBy | undefined> {
  for (const { maker } of providersFor(config, modality, hearing)) {
    try {
      const made = await maker?.();
      if (made) return made;
    } catch {
      // It is set up, and cannot work: a new result would fail.
      return undefined;
    }
  }
  return undefined;
}

/** Providers from the weakest to the best; those of different modalities are never compared. Older releases had pocketsphinx. */
const ORDER = [
  ['none', 'pocketsphinx', ...recognisersByRank],
  ['none', 'picture-facts', 'vision-endpoint'],
];

/** The names of sizes that families of models have, from the weakest to the best. */
const SIZES = ['tiny', 'base', 'small', 'medium', 'large'];

/** How a result would change if it were made now. @param now what would make it */
export function changeOf(modality: Modality, before: StoredMaker, now: MadeBy | undefined): Change {
  if (!now || isGiven(before)) return 'none';
  if (before.provider === null) return 'better';
  // Without a picture or sound, no provider does anything.
  if (before.provider === 'none') return modality === 'speech' ? 'better' : 'none';
  if (before.provider !== now.provider) return inOrder(before.provider, now.provider, ORDER);
  const was = before.settings ?? {};
  const same = Object.entries(now.settings).every(([name, value]) => was[name] === value);
  if (same && !loses(was, now.settings)) return 'none';
  return ofSettings(was, now.settings);
}

/** Whether a result is a text that came with the file or was corrected by hand. */
export function isGiven({ provider }: StoredMaker): boolean {
  return provider !== null && givenSpeech.includes(provider);
}

/** The same provider with another model, or another method. */
function ofSettings(was: Settings, now: Settings): Change {
  const lost = listed(was.language).some((one) => !listed(now.language).includes(one));
  if (loses(was, now)) return 'worse';
  if (getsSpeakers(was, now)) return 'better';
  // On-screen text whose lines are found by a network, too.
  if (!lost && was.detector === undefined && now.detector !== undefined) return 'better';
  if (was.language !== undefined && now.language !== undefined && lost) return 'worse';
  if (was.kind !== now.kind) return 'other';
  const sizes = [was.version, now.version].map((name) =>
    SIZES.findIndex((size) => new RegExp(`(^|[-_.])${size}([-_.]|$)`).test(String(name))),
  );
  const [before = -1, after = -1] = sizes;
  if (before < 0 || after < 0 || before === after) return 'other';
  return after > before ? 'better' : 'worse';
}

/** What a result has that a new one would lack: objects among the facts of pictures, speakers in a transcript. */
const loses = (was: Settings, now: Settings): boolean =>
  ['objects', 'speakers'].some((name) => was[name] !== undefined && now[name] === undefined);

/** The same transcript, with its speakers told apart. */
function getsSpeakers(was: Settings, { speakers, ...others }: Settings): boolean {
  const same = Object.entries(others).every(([name, value]) => was[name] === value);
  return same && speakers !== undefined && was.speakers === undefined;
}

/** The codes of a list of languages such as `eng, deu 1.0.0`. */
const listed = (languages: Settings[string] | undefined) =>
  typeof languages === 'string' ? languages.split(', ').map((one) => one.split(' ')[0]) : [];

function inOrder(before: string, now: string, orders: readonly (readonly string[])[]): Change {
  const order = orders.find((all) => all.includes(before) && all.includes(now));
  if (!order) return 'other';
  return order.indexOf(now) > order.indexOf(before) ? 'better' : 'worse';
}

/** What made a result, in a few words: `sherpa-onnx whisper-small`. */
export function makerName({ provider, settings }: StoredMaker): string {
  if (provider === null) return 'nothing: it failed';
  const { version, language, objects, speakers } = settings ?? {};
  const languages = provider === 'tesseract.js' && language ? ` (${language})` : '';
  const seen = provider === 'picture-facts' ? ` ${objects ? 'with' : 'without'} objects` : '';
  return `${provider}${version ? ` ${version}` : ''}${languages}${seen}${speakers === undefined ? '' : ' with speakers'}`;
}
