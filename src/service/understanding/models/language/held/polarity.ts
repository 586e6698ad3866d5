import { contentOf, formOf, isContent, lemmaOf, wordsOf } from './word-forms.ts';

/** A part of a sentence, and what it denies. */
interface Clause {
  /** Lemmas that say what it is about. */
  readonly content: ReadonlySet<string>;
  /** All its lemmas. */
  readonly words: ReadonlySet<string>;
  /** What is denied: any of the heads by itself, or most of the scope. Empty in a clause that affirms. */
  readonly heads: readonly string[];
  readonly scope: readonly string[];
  readonly denies: boolean;
  /** Whether it denies something only until, before or unless something. */
  readonly limited: boolean;
  /** What something is without. */
  readonly without: readonly string[];
  /** Whether it names a time or condition: "at nine", "once he is there". */
  readonly bounded: boolean;
  /** Whether it has a word that stands for a denial: "lost", "out". */
  readonly lacks: boolean;
}

/** What some lines affirm and deny. */
export interface SaidClauses {
  readonly clauses: readonly Clause[];
  /** Lemmas of the lines. */
  readonly lemmas: ReadonlySet<string>;
  readonly directions: ReadonlySet<string>;
  readonly orders: ReadonlySet<string>;
}

export function saidClauses(texts: readonly string[]): SaidClauses {
  // What was done without something denies that there was any.
  const clauses = texts.flatMap((text) =>
    clausesOf(text).map((one) => ({
      ...one,
      heads: [...one.heads, ...one.without],
      denies: one.denies || one.without.length > 0,
    })),
  );
  const lemmas = new Set(texts.flatMap((text) => wordsOf(text).map(({ form }) => lemmaOf(form))));
  const all = texts.join(' . ');
  return { clauses, lemmas, directions: pointedLemmas(all), orders: ordersIn(all) };
}

const NOT =
  /^(?:not|never|cannot|\p{L}+n't|nicht|nie|niemals|dont|doesnt|didnt|isnt|wasnt|arent|werent|wont|cant|couldnt|wouldnt|shouldnt|hasnt|havent|hadnt)$/u;
const NO = /^(?:no|nobody|none|nothing|neither|nor|nowhere|kein|keine|keinen|keinem|keiner|niemand|nichts)$/;
const WITHOUT = /^(?:without|ohne)$/;
/** They deny what follows as "to ..." or "-ing". */
const REFUSES =
  /^(?:refus|declin|fail|forg[eo]t|neglect|unabl|avoid|stop|ceas|prevent|prohibit|forbid|forbad|forbidden|ban)(?:e|es|ed|ing|s|ten|ned|bid|bids)?$/;
/** They deny, and what they deny need not follow. */
const REJECTS = /^(?:refus|declin|den|reject|oppos)(?:e|es|ed|ing|s|y|ies|ied|al|ion)$/;
/** In a line they stand for a denial. */
const LACKS =
  /^(?:fail|failed|fails|cancel|cancels|cancelled|canceled|stop|stops|stopped|lack|lacks|lacked|lacking|miss|missed|missing|lost|unable|impossible|off|down|except|apart|hardly|barely|scarcely|little|few|gone|out|against|wrong|false|doubt|doubts|instead|forgot|forget|forbidden|banned|absent|empty|closed|unlikely|unless|rather|nah|nope)$/;
/** "Not until Friday" affirms Friday, "not only" affirms all. */
const AFFIRMS =
  /\b(?:not (?:only|just|merely|simply|until|till|before|unless|later|less|more|all|necessarily)|no (?:doubt|wonder|problem|later|less|more than|longer)|why not|if not|or not|nothing but|nicht nur)\b/g;
const BOUNDS = /^(?:at|on|in|from|by|after|when|once|if|until|till|before|unless|except|then)$/;
const UNTIL = /\b(?:until|till|unless|except|before|but)\b/;
/** What is denied in a condition is not said to be so. */
const CONDITION = /\b(?:if|when|whenever|unless|in case)\b[^,.;!?]*/gi;
const RAISED =
  /^(?:think|believe|suppose|reckon|feel|seem|appear|want|plan|intend|going|able|ever|yet|really|even|have|be|been|get|do|did|make|any|anymore|very|so|quite|to|that|the|a|an|we|they|it|he|she|you|i|this|will|would|can|could|should|as|still|actually|just|currently|being|his|her|their|our|its|my|your|is|was|are|were|us|them|him|in|on|at|of|for|with|one)$/;
const TAG =
  /^(?:is|are|do|does|did|was|were|have|has|wo|ca|would|could|should|had)n't (?:it|we|you|they|he|she|i|that)$/;
const BREAK =
  /[,;:!?()\n—–]|\.(?!\d)|(?<!\p{L})(?:but|because|although|though|while|whereas|so that|which|who|since|if|when|aber|weil|denn|sondern|obwohl)(?!\p{L})/giu;

function clausesOf(text: string): Clause[] {
  const plain = text
    .replace(/’/g, "'")
    .replace(/\b(every(?:one|body|thing)|all|any(?:one|thing)) but\b/gi, '$1 except')
    .replace(CONDITION, (part) => part.replace(/n't\b|\bnot\b/gi, ''));
  return plain
    .split(BREAK)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !TAG.test(part.toLowerCase()))
    .map(clauseOf);
}

function clauseOf(text: string): Clause {
  const plain = text.toLowerCase().replace(AFFIRMS, ' ');
  const forms = wordsOf(plain).map(({ text: word }) => formOf(word));
  const content = new Set([...contentOf(text), ...forms.filter((form) => ORDER.test(form))]);
  const words = new Set(forms.map(lemmaOf).filter((lemma) => !SAY.test(lemma)));
  const heads: string[] = [];
  const scope: string[] = [];
  const without: string[] = [];
  let denials = 0;
  for (const [at, form] of forms.entries()) {
    const rest = forms.slice(at + 1);
    const next = rest.filter((one) => !RAISED.test(one) && one.length > 1).map(lemmaOf);
    const refuses = REFUSES.test(form) && (rest[0] === 'to' || /ing$/.test(rest[0] ?? ''));
    if (NO.test(form)) scope.push(...rest.filter(isContent).map(lemmaOf).slice(0, 3));
    else if (WITHOUT.test(form)) without.push(...next.slice(-1));
    else if ((NOT.test(form) || refuses) && next[0] !== undefined) heads.push(next[0]);
    else if (NOT.test(form)) heads.push(...contentOf(forms.slice(0, at).join(' ')).slice(-1));
    if ([NOT, NO, REJECTS].some((kind) => kind.test(form))) denials += 1;
  }
  const denies = denials % 2 === 1 || (denials > 0 && heads.length + scope.length > 0);
  const limited = denies && UNTIL.test(plain);
  const lacks = forms.some((form) => isLack(form));
  const bounded = forms.some((form) => BOUNDS.test(form));
  return { content, words, heads, scope, denies, limited, without, bounded, lacks };
}

/** "She says" is about who says it. */
const SAY = /^(?:sai|sa|say|state|think)$/;

/** Numbers tell things apart: "the first one we took". */
const ORDER =
  /^(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|first|second|third|fourth|fifth|last|next|other)$/;

/**
 * What a statement denies though no line does, or affirms though the lines deny it; undefined if the two agree.
 * A denial needs one in the lines, about the same words if the lines have them, or a word that means the opposite.
 */
export function reversal(text: string, said: SaidClauses): string | undefined {
  const clauses = clausesOf(text);
  const content = new Set(clauses.flatMap((one) => [...one.content]));
  for (const clause of clauses) {
    if (clause.limited) continue;
    const bad = clause.denies ? deniedAlone(clause, said) : affirmedAgainst(clause, content, said);
    if (bad !== undefined) return bad;
  }
  return oppositeIn(text, said) ?? otherDirection(text, said) ?? turnedOrder(text, said);
}

function deniedAlone(clause: Clause, said: SaidClauses): string | undefined {
  const denied = [...clause.heads, ...clause.scope];
  const what = `a denial (${denied.join(' ') || 'not'})`;
  if (denied.some((lemma) => opposites(lemma).some((one) => said.lemmas.has(one)))) return undefined;
  const deny = said.clauses.filter(({ denies, heads }) => denies || heads.length > 0);
  const [head = ''] = clause.heads;
  const aboutHead = deny.filter(({ heads }) => heads.includes(head));
  if (aboutHead.length > 0 && isElsewhere(clause, head, aboutHead, said)) return what;
  if (deny.some(({ heads, scope }) => [...heads, ...scope].some((lemma) => clause.content.has(lemma))))
    return undefined;
  const about = said.clauses.filter(({ words }) => denied.some((lemma) => words.has(lemma)));
  if (about.length === 0) {
    if (deny.length === 0) return said.clauses.some(({ lacks }) => lacks) ? undefined : what;
    return isAffirmedThere(clause, said) ? what : undefined;
  }
  const best = bestOf(clause.content, about);
  return best.some(({ denies, heads, lacks }) => denies || heads.length > 0 || lacks) ? undefined : what;
}

/** Whether what a statement does stands in clauses that affirm, and not beside the same word in those that deny it. */
function isElsewhere(clause: Clause, head: string, deny: readonly Clause[], said: SaidClauses): boolean {
  const objectsOf = ({ words, content }: Clause) => {
    const order = [...words];
    return order.slice(order.indexOf(head) + 1).filter((lemma) => content.has(lemma));
  };
  const own = objectsOf(clause);
  const denied = deny.flatMap(objectsOf);
  const affirmed = said.clauses.filter((one) => !deny.includes(one) && !one.denies && !one.lacks);
  if (denied.length === 0 || own.some((lemma) => denied.includes(lemma))) return false;
  return own.some((lemma) => affirmed.some(({ words }) => words.has(lemma)));
}

/** Whether the clauses that share most with one, and at least two words, affirm. */
function isAffirmedThere({ content }: Clause, said: SaidClauses): boolean {
  const best = bestOf(content, said.clauses);
  const shared = [...content].filter((lemma) => best[0]?.content.has(lemma)).length;
  return shared >= 2 && best.every(({ denies, heads, lacks }) => !denies && heads.length === 0 && !lacks);
}

function isLack(form: string): boolean {
  return (
    LACKS.test(form) ||
    /^(?:un(?!der|til|it|ion|iq|iv|cle)\p{L}{4,}|im(?:possible|probable)|in(?:complete|valid|sufficient|active|correct|accurate|ability))$/u.test(
      form,
    )
  );
}

function affirmedAgainst(clause: Clause, all: ReadonlySet<string>, said: SaidClauses): string | undefined {
  if (clause.lacks) return undefined;
  const isAffirmed = (lemma: string) =>
    clause.words.has(lemma) && ![...clause.heads, ...clause.without].includes(lemma);
  for (const own of said.clauses) {
    const { heads, scope, limited } = own;
    if (limited && clause.bounded) continue;
    const inScope = scope.filter(isAffirmed);
    const lemma = heads.find(isAffirmed) ?? (inScope.length > scope.length / 2 ? inScope[0] : undefined);
    if (lemma === undefined) continue;
    if (heads.includes(lemma) && isElsewhere(clause, lemma, [own], said)) continue;
    const about = said.clauses.filter(({ words }) => words.has(lemma));
    const best = bestOf(all, about);
    if (best.length > 0 && best.every((one) => one.heads.includes(lemma) || one.scope.includes(lemma)))
      return `“${lemma}” without its denial`;
  }
  return undefined;
}

/** The clauses that have most words in common with a statement. */
function bestOf(content: ReadonlySet<string>, clauses: readonly Clause[]): Clause[] {
  const shared = clauses.map((one) => [...content].filter((lemma) => one.content.has(lemma)).length);
  const most = Math.max(0, ...shared);
  return clauses.filter((_, at) => shared[at] === most);
}

const PAIRS = (
  'approve:reject accept:reject accept:refuse open:close open:shut win:lose beat:lose carry:fail carry:reject pass:reject hire:quit join:quit buy:sell ' +
  'agree:disagree pass:fail succeed:fail success:failure start:stop above:below more:less cheap:expensive cheaper:dearer cheaper:expensive early:late ' +
  'earlier:later safe:dangerous lend:borrow import:export north:south east:west northern:southern eastern:western true:false ' +
  'hire:fire arrive:leave minimum:maximum best:worst better:worse faster:slower bigger:smaller larger:smaller ' +
  'profit:loss gain:lose enable:disable love:hate allow:forbid allow:ban include:exclude ' +
  'celsius:fahrenheit guilty:innocent full:empty alive:dead hot:cold wet:dry inside:outside upstairs:downstairs ' +
  'son:daughter mother:father brother:sister husband:wife red:blue red:green blue:green red:yellow black:white male:female man:woman boy:girl'
)
  .split(' ')
  .map((pair) => pair.split(':').map((word) => lemmaOf(word)) as [string, string]);

/** Words that say that something becomes more, and that it becomes less. */
const DIRECTIONS = [
  'rise increase grow growth climb gain raise higher up_ double triple jump',
  'fall decrease decline drop shrink lower down_ reduce reduction halve sink cut loss',
].map((words) => new Set(words.split(' ').map((word) => lemmaOf(word))));

/** Words and directions of a text: "went up" is up, "to the left" is left; "set up" and "left" are neither. */
function pointed(text: string): string {
  return text
    .toLowerCase()
    .replace(/\b(is|are|was|were|be|been|went|go|goes|going|gone|came|come|comes)\s+(up|down)\b/g, '$1 $2_')
    .replace(/\b(up|down)(?=\s+(?:by\s+)?\d)/g, '$1_')
    .replace(/\b(to|on|turn|turns|turned)\s+(?:the\s+)?(left|right)\b/g, '$1 $2_');
}

const pointedLemmas = (text: string) =>
  new Set((pointed(text).match(/[\p{L}_']+/gu) ?? []).map((word) => lemmaOf(formOf(word))));

const isDenied = (lemma: string, { clauses }: SaidClauses) =>
  clauses.some(({ heads, scope }) => heads.includes(lemma) || scope.includes(lemma));

/** A statement that something rises where the lines say that it falls, or turns to the other side. */
function otherDirection(text: string, said: SaidClauses): string | undefined {
  const own = pointedLemmas(text);
  const sides = [...DIRECTIONS, new Set(['left_']), new Set(['right_'])];
  for (const [at, side] of sides.entries()) {
    const other = sides[at % 2 === 0 ? at + 1 : at - 1] ?? new Set();
    const has = (words: ReadonlySet<string>, of: ReadonlySet<string>) =>
      [...of].find((word) => words.has(word));
    const word = has(own, side);
    const against = has(said.directions, other);
    if (word && against && !has(said.directions, side) && !has(own, other) && !isDenied(against, said))
      return `“${word}” for “${against}”`;
  }
  return undefined;
}

/** "After lunch" where the lines say "before lunch". */
function turnedOrder(text: string, said: SaidClauses): string | undefined {
  const own = ordersIn(text);
  return [...own].find((one) => {
    const other = one.startsWith('before') ? one.replace('before', 'after') : one.replace('after', 'before');
    return !said.orders.has(one) && said.orders.has(other);
  });
}

function ordersIn(text: string): Set<string> {
  const matches = text
    .toLowerCase()
    .matchAll(/\b(before|after)\s+(?:the\s+|a\s+|his\s+|her\s+|their\s+)?(\p{L}+)/gu);
  return new Set(Array.from(matches, ([, order, word = '']) => `${order} ${lemmaOf(word)}`));
}

function opposites(lemma: string): string[] {
  const paired = PAIRS.flatMap(([one, other]) => (one === lemma ? [other] : other === lemma ? [one] : []));
  const plain = /^(?:un|in|im|dis)(\p{L}{3,})$/u.exec(lemma)?.[1];
  return [...paired, `un${lemma}`, `in${lemma}`, `im${lemma}`, `dis${lemma}`, ...(plain ? [plain] : [])];
}

/** A word whose opposite the lines say, while they do not say it nor deny the opposite. */
function oppositeIn(text: string, said: SaidClauses): string | undefined {
  const denied = new Set(said.clauses.flatMap(({ heads, scope }) => [...heads, ...scope.slice(0, 1)]));
  const own = new Set(clausesOf(text).flatMap(({ heads, scope }) => [...heads, ...scope.slice(0, 1)]));
  const lemmas = new Set(wordsOf(text).map(({ form }) => lemmaOf(form)));
  for (const lemma of lemmas) {
    if (said.lemmas.has(lemma) || own.has(lemma)) continue;
    const opposite = opposites(lemma).find((one) => said.lemmas.has(one) && !lemmas.has(one));
    if (opposite !== undefined && !denied.has(opposite)) return `“${lemma}” for “${opposite}”`;
  }
  return undefined;
}
