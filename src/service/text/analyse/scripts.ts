/** Scripts by their letters, each with its default language. */
const SCRIPTS = [
  { name: 'Latn', letters: /\p{scx=Latn}/gu, language: 'en' },
  { name: 'Cyrl', letters: /\p{scx=Cyrl}/gu, language: 'ru' },
  { name: 'Arab', letters: /\p{scx=Arab}/gu, language: 'ar' },
  { name: 'Deva', letters: /\p{scx=Deva}/gu, language: 'hi' },
  { name: 'Kana', letters: /[\p{sc=Hira}\p{sc=Kana}]/gu, language: 'ja' },
  { name: 'Hani', letters: /\p{sc=Han}/gu, language: 'zh' },
  { name: 'Hang', letters: /\p{sc=Hang}/gu, language: 'ko' },
  { name: 'Grek', letters: /\p{scx=Grek}/gu, language: 'el' },
  { name: 'Hebr', letters: /\p{scx=Hebr}/gu, language: 'he' },
  { name: 'Thai', letters: /\p{scx=Thai}/gu, language: 'th' },
] as const;

export type Script = (typeof SCRIPTS)[number]['name'];

/** Scripts shared by several languages. */
export const SHARED: readonly Script[] = ['Latn', 'Cyrl', 'Arab', 'Deva'];

/** The script of most letters of a text; any kana make it Japanese. Undefined without a known letter. */
export function scriptOf(text: string): Script | undefined {
  if (/^[\0-\x7f]*$/.test(text)) return /[A-Za-z]/.test(text) ? 'Latn' : undefined;
  const counts = SCRIPTS.map(({ name, letters }) => ({ name, count: text.match(letters)?.length ?? 0 }));
  const most = counts.reduce((best, one) => (one.count > best.count ? one : best));
  if (most.count === 0) return undefined;
  const hasKana = counts.some(({ name, count }) => name === 'Kana' && count > 0);
  return most.name === 'Hani' && hasKana ? 'Kana' : most.name;
}

/** The default language of a script. */
export function languageOfScript(script: Script): string {
  return SCRIPTS.find(({ name }) => name === script)?.language ?? 'en';
}

const WRITTEN_IN: Readonly<Record<string, Script>> = {
  ...Object.fromEntries(SCRIPTS.map(({ name, language }) => [language, name])),
  ...Object.fromEntries(['be', 'bg', 'mk', 'sr', 'uk'].map((language) => [language, 'Cyrl'])),
  ...Object.fromEntries(['fa', 'ps', 'ur', 'ug', 'ckb'].map((language) => [language, 'Arab'])),
  ...Object.fromEntries(['mr', 'ne', 'sa'].map((language) => [language, 'Deva'])),
};

/** The script of a language; Latin by default. */
export function scriptOfLanguage(language: string): Script {
  return WRITTEN_IN[language] ?? 'Latn';
}
