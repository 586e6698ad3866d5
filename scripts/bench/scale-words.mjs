/** The words that the benchmark `scale` fills its store with, and looks for. */

const SAID = [
  'the meeting starts with the budget of the next quarter',
  'we look at the harbour from the northern side',
  'nobody has seen the report about the engine yet',
  'the delivery was late because of the weather',
  'please send the contract to the legal department',
  'this part of the film shows how the bridge was built',
];

/** Each is in a sixth of all segments. */
export const COMMON =
  'meeting budget quarter harbour northern side report engine delivery weather contract legal department film bridge'.split(
    ' ',
  );

/** Different words, the first of which are common: the word of rank n is about as frequent as 1/n. */
const VOCABULARY = 30_000;
const SYLLABLES = 'ba ke mi to ru sa len dor pin gal ve tu nor shi cam fel'.split(' ');
const RARE = 5_000;

/** The word of a rank, from 0. */
export function commonWord(rank) {
  let word = '';
  for (let left = rank + 300; left > 0; left = Math.floor(left / SYLLABLES.length))
    word = `${SYLLABLES[left % SYLLABLES.length]}${word}`;
  return word;
}

/** One of five thousand words, each equally frequent. */
export function rareWord(at) {
  return `word${((at * 7_919) % RARE).toString(36)}`;
}

/** A sentence of common, less common and rare words; the same for the same number. */
export function sentence(at) {
  const random = randomFrom(at);
  const more = Array.from({ length: 4 }, () => commonWord(Math.floor(VOCABULARY ** random()) - 1));
  const stock = SAID[Math.floor(random() * SAID.length)];
  return `${stock} ${more.join(' ')} ${rareWord(at)}${at % 1_000 === 0 ? ' kingfisher' : ''}`;
}

/** Numbers from 0 to 1 (exclusive), the same for the same seed (mulberry32). */
function randomFrom(seed) {
  let state = (Math.imul(seed, 0x9e3779b1) + 0x6d2b79f5) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
