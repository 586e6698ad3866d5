/** The mistakes of a speech recogniser, the same in every run. */

/** Share of wrong words: that of pocketsphinx in clear narration. */
const WRONG = 0.1;

/**
 * @param vocabulary text with the words that may be heard instead
 * @returns a function that writes a line as it is heard: some words are others that sound alike
 */
export function mishear(vocabulary) {
  const known = [...new Set(wordsOf(vocabulary))].sort();
  const bySound = grouped(known);
  return (line) => {
    const random = randomFrom(line);
    return wordsOf(line)
      .map((word) => (random() < WRONG ? heardInstead(word, bySound, known, random) : word))
      .join(' ');
  };
}

function wordsOf(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
}

/** A word that sounds alike; without one, any word of its length. */
function heardInstead(word, bySound, known, random) {
  const alike = (bySound.get(soundOf(word)) ?? []).filter((other) => other !== word);
  const others = alike.length > 0 ? alike : known.filter((other) => other.length === word.length);
  return others[Math.floor(random() * others.length)] ?? word;
}

/** Groups of consonants that are easily confused, in order; Soundex. */
function soundOf(word) {
  const groups = ['bfpv', 'cgjkqsxz', 'dt', 'l', 'mn', 'r'];
  const sounds = [...word].map((letter) => groups.findIndex((group) => group.includes(letter)));
  return sounds.filter((sound, at) => sound >= 0 && sound !== sounds[at - 1]).join('');
}

function grouped(words) {
  const groups = new Map();
  for (const word of words) groups.set(soundOf(word), [...(groups.get(soundOf(word)) ?? []), word]);
  return groups;
}

/** Numbers from 0 to 1 that depend on the text alone (mulberry32). */
function randomFrom(text) {
  let state = [...text].reduce((sum, letter) => Math.imul(sum, 31) + letter.codePointAt(0), 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
