/**
 * Compares what was heard with what was said, word by word, after both were levelled: case, punctuation, hyphens, numbers as
 * digits or spelled out, British and American spelling, short forms, titles and fillers make no difference. Both sides go
 * through the same rules, so a rule may be crude ("rise" becomes "rize" on both), but must not make two words alike that
 * sound different.
 */

const FILLERS = new Set([
  'um',
  'uh',
  'uhm',
  'er',
  'erm',
  'hm',
  'hmm',
  'hmmm',
  'mm',
  'mmm',
  'mhm',
  'ah',
  'eh',
]);

/** Words with more than one spelling: to the words that they are compared as. */
const SAME = {
  ...{
    mister: 'mr',
    missus: 'mrs',
    mistress: 'mrs',
    doctor: 'dr',
    versus: 'vs',
    okay: 'ok',
    etcetera: 'etc',
  },
  ...{
    gonna: 'going to',
    wanna: 'want to',
    gotta: 'got to',
    cannot: 'can not',
    cant: 'can not',
    wont: 'will not',
  },
  ...{
    shant: 'shall not',
    lets: 'let us',
    alright: 'all right',
    yall: 'you all',
    cause: 'because',
    em: 'them',
  },
  ...{ gray: 'grey', tire: 'tyre', curb: 'kerb', plow: 'plough', check: 'cheque', program: 'programme' },
  ...{
    aluminum: 'aluminium',
    mold: 'mould',
    jewelry: 'jewellery',
    skeptical: 'sceptical',
    pajamas: 'pyjamas',
  },
  ...{ mustache: 'moustache', maneuver: 'manoeuvre', cozy: 'cosy', judgment: 'judgement', draft: 'draught' },
  ...{ toward: 'towards', fulfill: 'fulfil', story: 'storey', disk: 'disc', ax: 'axe', inquire: 'enquire' },
};
/** What an apostrophe stands for. "She's" may be "she has" too: heard alike, and rare. */
const SHORT = [
  [/^(can|won|shan)'t$/, (_, stem) => `${{ can: 'can', won: 'will', shan: 'shall' }[stem]} not`],
  [/n't$/, ' not'],
  [/'ll$/, ' will'],
  [/'ve$/, ' have'],
  [/'re$/, ' are'],
  [/'m$/, ' am'],
  [/^let's$/, 'let us'],
  [/^(it|that|there|here|what|where|who|how|he|she)'s$/, '$1 is'],
  [/in'$/, 'ing'],
];
const SPELLING = [
  [/(col|hon|lab|fav|neighb|harb|hum|vap|rum|behavi|flav|vig|sav|endeav|arm|glam|od|tum|parl)our/, '$1or'],
  [/is(e|es|ed|er|ers|ing|ation|ations)$/, 'iz$1'],
  [/ys(e|es|ed|ing)$/, 'yz$1'],
  [/(cent|theat|met|lit|fib|sab|spect|calib|somb|lust)re(s|d?)$/, '$1er$2'],
  [/(trave|cance|labe|mode|leve|signa|marve|counse|quarre|fue|tota|riva)ll(ed|ing|ers?)$/, '$1l$2'],
  [/(dial|catal|anal)ogue(s?)$/, '$1og$2'],
  [/(def|off|lic|pret)ence(s?)$/, '$1ense$2'],
];

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';
const SCALES = { hundred: 100, thousand: 1000, million: 1e6, billion: 1e9 };
const NUMBERS = new Map([
  ...UNITS.split(' ').map((word, value) => [word, value]),
  ...TENS.split(' ').map((word, at) => [word, 20 + 10 * at]),
  ['nought', 0],
]);
const IRREGULAR = {
  first: 'one',
  second: 'two',
  third: 'three',
  fifth: 'five',
  eighth: 'eight',
  ninth: 'nine',
  twelfth: 'twelve',
};

/**
 * The tokens of a text as they are compared. Numbers are taken apart into digits, so that "1455", "fourteen fifty-five" and
 * "one thousand four hundred and fifty-five" are the same four tokens.
 * @returns each token with the index of its word in the text split at white space
 */
export function levelled(text) {
  const pieces = text
    .replace(/\[[^\]]*\]|\([^)]*\)|[♪*_]/g, (all) => ' '.repeat(all.length))
    .split(/(?<=\S)\s+/)
    .flatMap((word, at) => piecesOf(word.trim()).map((piece) => ({ piece, word: at })));
  return withDigits(pieces).filter(({ token }) => !FILLERS.has(token));
}

/**
 * The fewest words that were left out, added or changed (Levenshtein). A word written as several counts as the same.
 * @returns errors, the number of words said, and pairs of equal words: indices in both texts split at white space
 */
export function compare(said, heard) {
  const [a, b] = [levelled(said), levelled(heard)];
  const best = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1));
  best[0][0] = { errors: 0 };
  for (let i = 0; i <= a.length; i++)
    for (let j = 0; j <= b.length; j++)
      for (const [di, dj, cost] of stepsTo(a, b, i, j)) {
        const before = best[i - di][j - dj];
        const errors = before.errors + cost;
        if (best[i][j] === undefined || errors < best[i][j].errors)
          best[i][j] = { errors, before, equal: cost === 0 ? [a[i - di].word, b[j - dj].word] : undefined };
      }
  const last = best[a.length][b.length];
  return { errors: last.errors, words: a.length, pairs: pairsTo(last) };
}

function* stepsTo(a, b, i, j) {
  const joined = (list, from, to) =>
    list
      .slice(from, to)
      .map(({ token }) => token)
      .join('');
  if (i > 0 && j > 0) yield [1, 1, a[i - 1].token === b[j - 1].token ? 0 : 1];
  for (let n = 2; n <= 4; n++) {
    if (i >= n && j > 0 && joined(a, i - n, i) === b[j - 1].token) yield [n, 1, 0];
    if (j >= n && i > 0 && joined(b, j - n, j) === a[i - 1].token) yield [1, n, 0];
  }
  if (i > 0) yield [1, 0, 1];
  if (j > 0) yield [0, 1, 1];
}

/** The first pair of each word: a number has a token for each digit. */
function pairsTo(last) {
  const pairs = new Map();
  for (let step = last; step; step = step.before) if (step.equal) pairs.set(...step.equal);
  return [...pairs].reverse();
}

function piecesOf(word) {
  const plain = word
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[‘’ʼ`]/g, "'")
    .toLowerCase()
    .replace(/(\d),(?=\d{3})/g, '$1')
    .replace(
      /[$£€](\d[\d.]*)/,
      (_, amount) => `${amount} ${word.includes('$') ? 'dollars' : word.includes('£') ? 'pounds' : 'euros'}`,
    )
    .replace(/(\d)\.(?=\d)/g, '$1 point ')
    .replace(/%/g, ' percent')
    .replace(/&/g, ' and ')
    .replace(/(?<=[a-z])\.(?=[a-z])/g, '')
    .replace(/(\d)(st|nd|rd|th)\b/g, '$1 th ')
    .replace(/(\d)'?s\b/g, '$1 s ')
    .replace(/(\d)(?=[a-z])|([a-z])(?=\d)/g, '$1$2 ')
    .replace(/[^a-z0-9' ]/g, ' ');
  return plain.split(' ').flatMap(formsOf);
}

function formsOf(piece) {
  const bare = piece.replace(/^'+/, '').replace(/(?<!in)'+$/, '');
  const long = SHORT.reduce((text, [from, to]) => text.replace(from, to), bare);
  return long
    .replaceAll("'", '')
    .split(' ')
    .filter(Boolean)
    .flatMap((word) => (Object.hasOwn(SAME, word) ? SAME[word].split(' ') : [spelled(word)]))
    .flatMap(countedOf);
}

const spelled = (word) => SPELLING.reduce((text, [from, to]) => text.replace(from, to), word);

/** "Twentieth" as "twenty th", "nineties" as "ninety s". */
function countedOf(word) {
  if (Object.hasOwn(IRREGULAR, word)) return [IRREGULAR[word], 'th'];
  const decade = word.replace(/ies$/, 'y');
  if (decade !== word && NUMBERS.has(decade)) return [decade, 's'];
  const stem = word.replace(/ieth$/, 'y').replace(/th$/, '');
  return stem !== word && (NUMBERS.has(stem) || stem in SCALES) ? [stem, 'th'] : [word];
}

function withDigits(pieces) {
  const tokens = [];
  for (let at = 0; at < pieces.length; ) {
    const number = numberAt(pieces, at);
    if (number) {
      for (const token of String(number.value)) tokens.push({ token, word: pieces[at].word });
      at = number.end;
    } else {
      tokens.push({ token: pieces[at].piece, word: pieces[at].word });
      at++;
    }
  }
  return tokens;
}

/** The number that begins at a piece, as it is read: "nineteen forty" are two, 19 and 40. */
function numberAt(pieces, from) {
  let at = from;
  const piece = (index) => pieces[index]?.piece;
  const valueAt = (index) => {
    if (/^\d+$/.test(piece(index) ?? '')) return { digits: piece(index) };
    if (NUMBERS.has(piece(index))) return { value: NUMBERS.get(piece(index)) };
    const alone =
      piece(index) === 'oh' && index > 0 && isNumber(piece(index - 1)) && isNumber(piece(index + 1));
    return alone ? { value: 0 } : undefined;
  };
  /** Up to 99, or digits. */
  const small = () => {
    const one = valueAt(at);
    if (!one) return undefined;
    at++;
    const unit = NUMBERS.get(piece(at));
    if (one.value >= 20 && unit >= 1 && unit <= 9) {
      at++;
      return one.value + unit;
    }
    return one.digits ?? one.value;
  };
  const one = piece(at) === 'a' && piece(at + 1) in SCALES;
  if (one) at++;
  let value = one ? 1 : small();
  if (value === undefined) return undefined;
  if (!(piece(at) in SCALES)) return { value, end: at };
  let total = 0;
  value = Number(value);
  for (;;) {
    while (piece(at) in SCALES) {
      const scale = SCALES[piece(at++)];
      if (scale === 100) value *= scale;
      else {
        total += value * scale;
        value = 0;
      }
    }
    const back = at;
    if (piece(at) === 'and' && isNumber(piece(at + 1))) at++;
    const next = small();
    // "Two hundred" and "300" after it are two numbers; so is a second number below a hundred.
    const fits =
      next !== undefined && Number(next) < 1000 && (value === 0 || (value % 100 === 0 && Number(next) < 100));
    if (!fits) return { value: total + value, end: back };
    value += Number(next);
    if (!(piece(at) in SCALES)) return { value: total + value, end: at };
  }
}

function isNumber(piece) {
  return /^\d+$/.test(piece ?? '') || NUMBERS.has(piece);
}
