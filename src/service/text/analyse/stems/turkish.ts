/** Noun suffixes (case, possession, number), the longest first. */
const SUFFIXES = [
  'lerimizden larımızdan',
  'lerinden larından lerinde larında',
  'leriniz larınız lerimiz larımız',
  'imiz ımız umuz ümüz iniz ınız unuz ünüz',
  'nden ndan den dan ten tan nde nda leri ları',
  'nin nın nun nün yle yla',
  'de da te ta ler lar in ın un ün im ım um üm yi yı yu yü ye ya ni nı nu nü ne na si sı su sü le la',
  'i ı u ü e a',
].flatMap((row) => row.split(' '));

const VOWELS = 'aeıioöuü';
const FRONT = 'eiöü';
const VOICELESS = 'fstkçşhp';
/** Consonants that soften before a vowel: `kitap`, `kitabı`. */
const HARD: Readonly<Record<string, string>> = { b: 'p', c: 'ç', d: 't', ğ: 'k' };

/**
 * A light stemmer: removes noun suffixes until none fits. The Snowball stemmer of the package gives a word and its forms
 * different stems (`toplantı`, `toplantısı`), so we do not use it.
 * @param word in lower case by Turkish rules
 */
export function turkishStem(word: string): string {
  let stem = word;
  for (let round = 0; round < 6; round += 1) {
    const suffix = SUFFIXES.find((one) => fits(stem, one));
    if (suffix === undefined) break;
    stem = stem.slice(0, -suffix.length);
  }
  const last = stem.at(-1) ?? '';
  return stem.length > 2 && last in HARD ? stem.slice(0, -1) + HARD[last] : stem;
}

function fits(word: string, suffix: string): boolean {
  if (!word.endsWith(suffix)) return false;
  const rest = word.slice(0, -suffix.length);
  const vowel = Array.from(rest).findLast((letter) => VOWELS.includes(letter));
  const own = Array.from(suffix).find((letter) => VOWELS.includes(letter)) ?? '';
  if (vowel === undefined || rest.length < (/^l[ea]r/.test(suffix) ? 2 : 3)) return false;
  if (FRONT.includes(vowel) !== FRONT.includes(own)) return false;
  return joins(rest.at(-1) ?? '', suffix);
}

/** `t` follows only voiceless consonants, a buffer consonant only vowels, and a vowel only consonants. */
function joins(before: string, suffix: string): boolean {
  const first = suffix[0] ?? '';
  const afterVowel = VOWELS.includes(before);
  if (first === 't') return VOICELESS.includes(before);
  if (first === 'y' || first === 's') return afterVowel;
  return VOWELS.includes(first) ? !afterVowel : true;
}
