import type { Hearing, ModalityProvider } from '../port.ts';
import { speakersToldApart } from '../speakers/told-apart.ts';
import { noSpeech, unusable } from './none.ts';
import { type SpeechSetup, speechSources } from './sources.ts';
import { correctedSpeech } from './subtitles/given.ts';

/**
 * The speech providers in the order in which they are tried: a transcript corrected by hand, then the only one asked for,
 * or those of the configuration. The last one says what is missing. Who speaks is told apart where a recogniser hears:
 * subtitles say it, or nobody has.
 */
export function speechProvidersFor(
  config: SpeechSetup,
  hearing?: Hearing,
): readonly ModalityProvider<'speech'>[] {
  const { provider: only } = hearing ?? {};
  const chosen = (only ? [only] : config.speech.providers).map((name) => {
    const { make, recogniser } = speechSources[name];
    const made = make(config);
    return made && recogniser ? speakersToldApart(made, config.dataDir) : made;
  });
  const last = only ? unusable(only) : noSpeech;
  return [correctedSpeech, ...chosen.filter((provider) => provider !== undefined), last];
}
