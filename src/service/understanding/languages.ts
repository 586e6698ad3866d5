import { createHash } from 'node:crypto';
import type { Description } from '../../contract/index.ts';
import { nameLanguage } from '../text/analyse/index.ts';

/** Adds the languages of the trusted speech and of the on-screen text that a description shows. */
export async function withLanguages(description: Description): Promise<Description> {
  const { speech = [], scene_text = [] } = description;
  const shown = {
    speech: speech.filter(({ trusted }) => trusted !== false),
    scene_text,
  };
  const named = Object.entries(shown)
    .filter(([, parts]) => parts.length > 0)
    .map(async ([modality, parts]) => [modality, await languageOf(parts.map(({ text }) => text))] as const);
  const languages = Object.fromEntries(await Promise.all(named));
  return Object.keys(languages).length > 0 ? { ...description, languages } : description;
}

/** Languages that are kept; each takes about 200 bytes. */
const KEPT = 5_000;

/** Languages by the digest of their texts. */
const known = new Map<string, string>();

/** Recognition takes most of a millisecond, and lists show the same files again and again. */
async function languageOf(texts: readonly string[]): Promise<string> {
  const key = createHash('sha256').update(texts.join('\n')).digest('base64');
  const language = known.get(key) ?? (await nameLanguage(texts));
  known.delete(key);
  known.set(key, language);
  const [oldest] = known.keys();
  if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
  return language;
}
