const HAN_START = /^[\p{sc=Han}々]+(?=[ぁ-ゖ]+$)/u;

/** The Chinese characters of an inflected word (`書く`, `書き`): the kana after them inflect it. */
export function japaneseStem(word: string): string {
  return word.match(HAN_START)?.[0] ?? word;
}
