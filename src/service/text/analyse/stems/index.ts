/**
 * Stemmers by language: a written word and its language come in, its folded stem goes out, or the folded word where
 * there is no stemmer.
 */

import { stemmer as arabicStemmer } from '@orama/stemmers/arabic';
import { stemmer as bulgarian } from '@orama/stemmers/bulgarian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as indonesian } from '@orama/stemmers/indonesian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { stem as english } from '../../stem.ts';
import { fold } from '../fold.ts';

/** A conjunction or preposition with the article, before at least three letters. */
const CLITICS = /^[وف]?(?:[بك]?ال|لل)(?=.{3})/;
/** The conjunction `and`, before at least four letters. */
const AND = /^و(?=.{4})/;

/** Removes a conjunction before the article (`والعقد`), which the Snowball arabicStemmer keeps, then stems. */
function arabicStem(word: string): string {
  const bare = word.replace(CLITICS, '');
  return arabicStemmer(bare === word ? word.replace(AND, '') : bare);
}

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
function turkishStem(word: string): string {
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

/** Particles and endings, the longest first. */
const ENDINGS = [
  '이라고는 에서부터 으로부터 에게서는 하겠습니다 하였습니다 했습니다만',
  '에서는 에서도 에게는 에게서 으로는 으로도 으로써 으로서 까지는 까지도 부터는 이라는 이라고 입니다만 했습니다 하였다 합니다 됩니다 되었습니다 됐습니다 하세요 하십시오 습니까 습니다 했어요',
  '에서 에게 한테 께서 으로 까지 부터 마다 보다 처럼 만큼 조차 마저 이나 이랑 하고 이며 이다 입니다 이었다 였다 였습니다 하다 한다 했다 하는 하기 하며 하면 하여 해서 해요 되다 된다 됐다 되는 되어 들이 들은 들을 들의 들과 들도 들에게',
  '은 는 이 가 을 를 의 에 도 만 와 과 로 랑 나 며 들 씩 째 한 할 함 해 된 될 됨',
].flatMap((row) => row.split(' '));

/** Particles that follow only a consonant, and those that follow only a vowel. */
const AFTER_CONSONANT = new Set('은 이 을 과'.split(' '));
const AFTER_VOWEL = new Set('는 가 를 와 로 랑 나 며'.split(' '));
/** The final ㄹ: `로` follows it as well as a vowel. */
const RIEUL = 8;

/** Removes up to two particles or endings; at least one syllable stays. */
function koreanStem(word: string): string {
  return strip(strip(word));
}

function strip(word: string): string {
  const ending = ENDINGS.find((one) => word.length > one.length && word.endsWith(one) && agrees(word, one));
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/** Whether a particle can follow the syllable before it. */
function agrees(word: string, ending: string): boolean {
  const code = word.charCodeAt(word.length - ending.length - 1) - 0xac00;
  if (code < 0 || code > 11171) return false;
  const final = code % 28;
  if (AFTER_CONSONANT.has(ending)) return final > 0;
  if (AFTER_VOWEL.has(ending)) return final === 0 || (ending === '로' && final === RIEUL);
  return ending.length > 1 || word.length > 2 || '의에도만'.includes(ending);
}

/** Reads `ae`, `oe` and `ue` as umlauts, except after a vowel or `q` (`neue`, `Quelle`), then stems. */
function germanStem(word: string): string {
  const umlauts = word.replace(/(?<![aeiouq])(ae|oe|ue)/g, (pair) => UMLAUTS[pair] ?? pair);
  return stemmer(umlauts);
}

const UMLAUTS: Readonly<Record<string, string>> = { ae: 'ä', oe: 'ö', ue: 'ü' };

type Stemmer = (word: string) => string;

/** Most stemmers take words with their diacritics; stemOf folds their results. */
const STEMMERS: Readonly<Record<string, Stemmer>> = {
  ar: (word) => fold(arabicStem(fold(word))),
  bg: bulgarian,
  da: danish,
  de: germanStem,
  el: greek,
  en: (word) => english(fold(word)),
  es: spanish,
  fi: finnish,
  fr: french,
  hi: (word) => hindi(fold(word)),
  hu: hungarian,
  id: indonesian,
  it: italian,
  ko: koreanStem,
  lt: lithuanian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: (word) => russian(fold(word)),
  sv: swedish,
  tr: turkishStem,
  uk: ukrainian,
};

const LONGEST = 64;
/** The folded stem of a written word in a language; the folded word if the language has no stemmer. */
export function stemOf(word: string, language: string): string {
  const stemmer = STEMMERS[language];
  if (stemmer === undefined || word.length > LONGEST || /\d/.test(word)) return fold(word);
  return fold(stemmer(word)) || fold(word);
}
