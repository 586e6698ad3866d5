/** Whether two ISO 639 codes name the same language: `de`, `deu`, `ger` and `de-AT` do. */
export function sameLanguage(one: string, other: string): boolean {
  return shortest(one) === shortest(other);
}

/** The two-letter code where there is one. */
function shortest(code: string): string {
  const [language = ''] = code.toLowerCase().split(/[-_]/);
  try {
    return new Intl.Locale(language).language;
  } catch {
    return language;
  }
}
