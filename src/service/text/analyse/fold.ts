/** Letters without a Unicode decomposition, and what people type for them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ς: 'σ',
};
const LETTER = /[ßæœøłđðþħıς]/g;

/** Soft hyphens and joiners. */
const UNSEEN = /[\u00ad\u200c\u200d]/g;
const NOT_WORD = /[^\p{L}\p{N}\p{M}\p{Co}]/gu;

/** Words that need no folding: plain Latin letters, digits, hiragana, Chinese characters, Korean syllables. */
const PLAIN = /^[a-z0-9\u3041-\u3096\u4e00-\u9fff\uac00-\ud7a3]*$/;

/** A word in NFKC and lower case, without invisible characters. */
export function written(word: string): string {
  if (PLAIN.test(word)) return word;
  return word.normalize('NFKC').replace(UNSEEN, '').toLowerCase().replace(NOT_WORD, '');
}

/**
 * Folds a written word: removes diacritics (`café`, `cafe`), replaces `ß` by `ss` and `ё` by `е`, and unifies alefs, kana
 * and digits. Marks that are letters of their script (as in Hindi or Thai) stay.
 */
export function fold(word: string): string {
  if (PLAIN.test(word)) return word;
  const bare = word.normalize('NFD').replace(/([\p{scx=Latn}\p{scx=Grek}])\p{M}+/gu, '$1');
  const plain = foldCyrillic(bare)
    .normalize('NFC')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter);
  return foldDigits(foldKana(foldIndic(foldSemitic(plain))));
}

/** `ё` is mostly written `е`, and accents mark stress. `й` and `ї` are separate letters and stay. */
function foldCyrillic(text: string): string {
  return text.replace(/е\u0308/g, 'е').replace(/(\p{sc=Cyrl})[\u0300\u0301]/gu, '$1');
}

/** Removes vowel marks and tatweel, and unifies the spellings of alef, ya and ta marbuta. */
function foldSemitic(text: string): string {
  return text
    .replace(/[\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0640]/g, '')
    .replace(/[أإآٱ]/g, 'ا')
    .replace(/[ىی]/g, 'ي')
    .replace(/ة/g, 'ه')
    .replace(/ک/g, 'ك');
}

/** Removes nukta, which is often left out, and unifies the two marks of a nasal vowel. */
function foldIndic(text: string): string {
  if (!/\p{sc=Deva}/u.test(text)) return text;
  return text
    .normalize('NFD')
    .replace(/\u093c/g, '')
    .replace(/\u0901/g, '\u0902')
    .normalize('NFC');
}

/** Turns katakana into hiragana and drops a final long vowel (`サーバー`, `サーバ`). */
function foldKana(text: string): string {
  const short = /^[ァ-ヺー]{4,}$/.test(text) ? text.replace(/ー$/, '') : text;
  return short.replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

/** Code points of the zeros of scripts whose digits NFKC keeps. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0e50, 0x0ed0, 0x1040, 0x17e0];

function foldDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((one) => code >= one && code < one + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}
