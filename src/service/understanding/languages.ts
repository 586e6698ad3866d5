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
    .map(async ([modality, parts]) => [modality, await nameLanguage(parts.map(({ text }) => text))] as const);
  const languages = Object.fromEntries(await Promise.all(named));
  return Object.keys(languages).length > 0 ? { ...description, languages } : description;
}
