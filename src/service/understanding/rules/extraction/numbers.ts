/** Numbers as spoken and written in English. */

const UNITS = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
  ...['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const SCALES: Readonly<Record<string, number>> = {
  hundred: 100,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  k: 1e3,
  m: 1e6,
  mn: 1e6,
  bn: 1e9,
};

const small = new Map<string, number>([
  ...UNITS.map((word, index) => [word, index] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
]);

const digits = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const word = [...small.keys(), 'hundred', 'thousand', 'million', 'billion', 'trillion'].join('|');
const scale = 'hundred|thousand|million|billion|trillion';

/** Pattern source for one number: digits with an optional scale, or number words. */
export const NUMBER = `(?:(?<!\\d)(?:${digits})(?:\\s?(?:${scale})|(?:k|m|mn|bn)\\b)?|\\b(?:a\\s+)?(?:half\\s+a\\s+)?(?:${word})(?:[\\s-]+(?:and\\s+a\\s+half\\s+)?(?:and\\s+)?(?:point\\s+)?(?:${word})){0,15}(?:\\s+and\\s+a\\s+half)?)`;

/** The value of a text matched by NUMBER; undefined if its words do not form a number. */
export function readNumber(text: string): number | undefined {
  const plain = text.toLowerCase().replaceAll(',', '').trim();
  const [, figure, unit] = /^(\d+(?:\.\d+)?)\s?([a-z]+)?$/.exec(plain) ?? [];
  if (figure !== undefined) return tidy(Number(figure) * (unit ? (SCALES[unit] ?? Number.NaN) : 1));
  const half = /^half\s+an?\s+/.test(plain);
  const value = readWords(plain.replace(/^half\s+an?\s+|^an?\s+/, '').split(/[\s-]+/));
  return value === undefined ? undefined : tidy(half ? value / 2 : value);
}

function readWords(words: readonly string[]): number | undefined {
  let total = 0;
  let current: number | undefined;
  for (let at = 0; at < words.length; at += 1) {
    const now = words[at] ?? '';
    if (now === 'and') {
      if (words[at + 1] !== 'a' || words[at + 2] !== 'half') continue;
      current = (current ?? 0) + 0.5;
      at += 2;
    } else if (now === 'point') {
      const decimals = words.slice(at + 1).findIndex((one) => (small.get(one) ?? 10) > 9);
      const run = words.slice(at + 1, decimals < 0 ? undefined : at + 1 + decimals);
      if (run.length === 0) return undefined;
      current = (current ?? 0) + Number(`0.${run.map((one) => small.get(one)).join('')}`);
      at += run.length;
    } else if (now === 'hundred') current = (current ?? 1) * 100;
    else if (SCALES[now] !== undefined) {
      total += (current ?? 1) * SCALES[now];
      current = undefined;
    } else {
      const value = small.get(now);
      if (value === undefined || !follows(current, value)) return undefined;
      current = (current ?? 0) + value;
    }
  }
  return total + (current ?? 0);
}

/** `twenty five` is one number; `five five` and `nineteen ninety` are not. */
function follows(before: number | undefined, value: number): boolean {
  if (before === undefined || before === 0) return true;
  if (before % 100 === 0) return true;
  return before % 100 >= 20 && before % 10 === 0 && value < 10 && value > 0;
}

/** Seven tenths of a million are 700000, not 699999.9999. */
function tidy(value: number): number | undefined {
  return Number.isFinite(value) ? Math.round(value * 1e6) / 1e6 : undefined;
}
