import { loadRecogniser } from './recogniser.ts';
import { languageOfScript, type Script, SHARED, scriptOf, scriptOfLanguage } from './scripts.ts';

/** The code for a language that is not clear (ISO 639-2). */
export const UNDETERMINED = 'und';

const SAMPLE = 4_000;
/** Fewer letters than this could be any language, or a name. */
const LETTERS = 12;
/**
 * How far above the next language the recognised one must score in less than `SHORT` Latin letters: names look a little
 * like several. Languages in Cyrillic letters always score alike.
 */
const AHEAD = 0.05;
const SHORT = 80;
const ADDRESS = /\S+@\S+|\bhttps?:\/\/\S+|\bwww\.\S+/g;

/**
 * Names the language that most of the texts are in.
 * @returns ISO 639-1, or `und` if the texts are too short, names only, or no language
 */
export async function nameLanguage(texts: readonly string[]): Promise<string> {
  const plain = texts.map((text) => text.replace(ADDRESS, ' '));
  const script = mostOf(plain);
  if (script === undefined) return UNDETERMINED;
  const sample = plain
    .filter((text) => scriptOf(text) === script)
    .join('\n')
    .slice(0, SAMPLE);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  if (!SHARED.includes(script)) return languageOfScript(script);
  if (letters < LETTERS) return UNDETERMINED;
  const found = (await loadRecogniser()).detect(sample);
  const [first = 0, second = 0] = Object.values(found.getScores()).sort((one, other) => other - one);
  const sure = found.isReliable() && (script !== 'Latn' || letters >= SHORT || first - second >= AHEAD);
  return sure && scriptOfLanguage(found.language) === script ? found.language : UNDETERMINED;
}

/** The script of most letters; texts with kana are Japanese, and so are those with Chinese letters beside them. */
function mostOf(texts: readonly string[]): Script | undefined {
  const counts = new Map<Script, number>();
  for (const text of texts) {
    const script = scriptOf(text);
    if (script !== undefined) counts.set(script, (counts.get(script) ?? 0) + text.length);
  }
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] === 'Hani' && counts.has('Kana') ? 'Kana' : most?.[0];
}
