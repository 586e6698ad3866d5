const HAN_START = /^[\p{sc=Han}々]+(?=[ぁ-ゖ]+$)/u;

/** Inflection stands in the kana behind the characters (`書く`, `書き`): the characters alone are the stem. */
export function japaneseStem(word: string): string {
  return word.match(HAN_START)?.[0] ?? word;
}
