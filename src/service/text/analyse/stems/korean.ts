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
export function koreanStem(word: string): string {
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
