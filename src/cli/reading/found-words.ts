/** Marks the words of a query in a text. */

const common = new Set(
  'the and for with what when where which who whom how why was were are does did this that from about into has have had'.split(
    ' ',
  ),
);

/** @param mark wraps a word that was found: it begins like a word of the query, without that word's ending */
export function markFound(text: string, query: string, mark: (word: string) => string): string {
  const stems = wordsOf(query)
    .filter((word) => word.length > 2 && !common.has(word))
    .map((word) => word.replace(/(?<=.{3})(ing|ed|es|s)$/, ''));
  if (stems.length === 0) return text;
  return text.replace(/[\p{L}\p{N}]+/gu, (word) =>
    stems.some((stem) => word.toLowerCase().startsWith(stem)) ? mark(word) : word,
  );
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
