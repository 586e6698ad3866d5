import nlp from 'compromise';
import type { Mention, Passage } from '../types.ts';
import { leadingDeadline, partDeadline } from './deadline.ts';

/** Pattern source for a name, or for a team named by its work. */
const OWNER = String.raw`(?:(?:Mr|Mrs|Ms|Dr)\.?\s)?\p{Lu}[\p{L}'-]+(?:\s\p{Lu}[\p{L}-]+){0,2}|[Tt]he\s(?:marketing|sales|finance|legal|design|development|engineering|product|support|IT|HR|operations|data|research|communications|accounting|procurement|quality|security|editorial|press|events?|web)\s(?:team|department)`;

/** One owner or several: `Anna`, `Tom, Ben and Anna`. */
const OWNERS = `(?:(?:${OWNER})(?:,\\s(?:${OWNER}))*\\sand\\s)?(?:${OWNER})`;

const DAYS = /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow)$/i;

/** Whether these are people's names, so that they can own a task. `Berlin will` and `Congress will` are news. */
function isOwner(names: string): boolean {
  return names.split(/,\s|\sand\s/).every(isPerson);
}

function isPerson(name: string): boolean {
  if (/^the\s/i.test(name)) return true;
  const doc = nlp(name);
  return doc.people().found && !doc.places().found && !doc.organizations().found;
}

/** Whether a word with a capital may be a name whose owner is not known otherwise: after `Action item:`. */
function mayOwn(name: string): boolean {
  const doc = nlp(name);
  return isOwner(name) || !(doc.places().found || doc.organizations().found || DAYS.test(name));
}

/** Whether an owner may follow these words: after another name, it is one of several owners. */
function opensClause(before: string): boolean {
  const last = /([\p{L}'-]+)[,;]?\s*(?:\b(?:and|but|so|then|that)\s*)?$/u.exec(before)?.[1];
  if (last === undefined || !/^\p{Lu}/u.test(last) || DAYS.test(last)) return true;
  return !/\s/.test(before.trim()) && !isOwner(last);
}

const ASIDE = '(?:(?:also|then|now|personally|just|therefore|please|definitely|immediately)\\s+)?';
const MUST = `(?:'ll|’ll| will| shall| must| should| is going to|['’]s going to| has to| needs to)\\s+${ASIDE}`;
const ASKED = '(?:(?:[Cc]ould|[Cc]an|[Ww]ould|[Ww]ill)\\s+you(?:\\s+please)?|[Pp]lease)\\s+';

/** `Anna will`, `and Ben is going to`, `we agreed that Jonas will`. */
const WILL = new RegExp(
  `(?<lead>^|[,;:]\\s+|\\b(?:and|but|so|then|that)\\s+)(?<owner>${OWNERS})${MUST}(?<task>[a-z].*)$`,
  'u',
);
/** `Anna to order chairs`, `Action item: Anna to order chairs`. */
const MINUTES = new RegExp(
  `^(?<marker>(?:[Aa]ction(?: items?| points?)?|T[Oo]-?D[Oo]|[Tt]o-?dos?|[Nn]ext steps?|[Tt]asks?)\\s*[:–—-]\\s*)?(?<owner>${OWNER})(?:\\s+to|(?<colon>\\s*[:–—-]))\\s+(?!(?:the|an?|my|his|her|our|your|their)\\s)(?<task>[a-z].*)$`,
  'u',
);
/** `I'd like Anna to order chairs`, `let's have Ben call them`. */
const WANTED = new RegExp(
  `^(?<lead>(?:(?:[Aa]nd|[Ss]o|[Oo]kay|OK|[Nn]ow|[Tt]hen|[Ww]ell),?\\s+)*(?:I(?:['’]d| would) like|I (?:want|need)|I(?:['’]m| am) asking|[Ll]et['’]s (?:have|get))\\s+)(?<owner>${OWNER})\\s+(?:to\\s+)?(?<task>[a-z].*)$`,
  'u',
);
const IN_CHARGE = new RegExp(
  `^(?<lead>)(?<owner>${OWNER})(?:(?:\\s+is|['’]s)\\s+(?:responsible for|in charge of|taking care of|looking after|handling)|\\s+(?:takes care of|takes over|takes on|looks after|handles))\\s+(?<task>.+)$`,
  'u',
);
/** `Tom has agreed to draft the letter`. */
const AGREED = new RegExp(
  `^(?<lead>(?:(?:[Aa]nd|[Ss]o|[Oo]kay|OK|[Nn]ow|[Tt]hen|[Ww]ell),?\\s+)*)(?<owner>${OWNER})(?:\\s+has|['’]s)?\\s+(?:agreed|offered|promised|volunteered)\\s+to\\s+(?<task>[a-z].*)$`,
  'u',
);
/** `Anna, book the room`: asked at once or for later; a deadline or an object tells. */
const TOLD = new RegExp(
  `^(?<lead>(?:(?:[Aa]nd|[Ss]o|[Oo]kay|OK|[Rr]ight|[Nn]ow|[Tt]hen|[Ww]ell|[Gg]reat|[Gg]ood),?\\s+)*)(?<owner>${OWNER}),\\s+(?:you\\s+(?:take|do|handle|get)\\s+(?<object>the\\s.+)|(?:please\\s+)?(?<task>[a-z].*))$`,
  'u',
);
/** With a deadline, what somebody is doing or can do is a task: `Anna is writing the offer by Friday`. */
const DOING = new RegExp(
  `(?<lead>^|[,;:]\\s+|\\b(?:and|but|so|then)\\s+)(?<owner>${OWNER}|I)(?:\\s+is|['’]s|\\s+am|['’]m|\\s+can|\\s+could)\\s+${ASIDE}(?<task>[a-z].*)$`,
  'u',
);
const CALLED = new RegExp(
  `^(?<lead>(?:(?:[Aa]nd|[Ss]o|[Oo]kay|OK|[Rr]ight|[Nn]ow|[Tt]hen|[Ww]ell|[Gg]reat|[Gg]ood),?\\s+)*)(?<owner>${OWNER}),\\s+${ASKED}(?<task>[a-z].*)$`,
  'u',
);
/** `Could you, Anna, order chairs`. */
const CALLED_INSIDE = new RegExp(
  `^(?<lead>(?:[Cc]ould|[Cc]an|[Ww]ould|[Ww]ill)\\s+you,\\s+)(?<owner>${OWNER}),\\s+(?:please\\s+)?(?<task>[a-z].*)$`,
  'u',
);
const CALLED_LAST = new RegExp(`^(?<lead>)${ASKED}(?<task>[a-z].*),\\s+(?<owner>${OWNER})$`, 'iu');
/** What the speaker takes on. */
const MINE = new RegExp(
  `(?<lead>^|[,;:]\\s+|\\b(?:and|but|so|then)\\s+)(?<owner>I)(?:['’]ll| will| shall|['’]m going to| am going to| promise to)\\s+${ASIDE}(?<task>[a-z].*)$`,
  'u',
);

/** Whose task it is stays open: conditions, guesses, what would have been. */
const OPEN =
  /\b(?:if|unless|in case|whether|as long as|provided|suppose|supposing|imagine|would have|could have|should have|maybe|perhaps|possibly|probably|hopefully|might|wish)\b/i;
/** Somebody else says so. */
const REPORTED =
  /\b(?:sa(?:id|ys?)|to(?:ld|lds)|tells?|claim(?:s|ed)?|thinks?|thought|believ\w+|hop(?:e|es|ed|ing)|expect\w*|wonder\w*|hear[ds]?|report(?:s|ed|edly)|apparently|dream\w*|guess\w*|bet|sure|afraid|rumou?r\w*)\b/i;
const REPORTED_AFTER = /,\s+(?:\S+\s+)?(?:said|says|thought|thinks|hoped|hopes|claimed|claims|wrote)\b/i;
/** What happens to people, or what they are, is no task. */
const STATES = new Set(
  `be have become seem remain feel know love like hate want need think believe hope miss notice understand remember forget
  enjoy see hear win lose die live survive grow fall turn never not always ever get arrive appear happen end stay belong
  regret suffer mean fail play marry forgive recover wake sleep cry laugh smile`.split(/\s+/),
);
/** What a speaker does while speaking, or asks a listener to do at once. */
const AT_ONCE = new Set(
  `hear see believe tell imagine sit stand stop look listen wait come go be repeat say explain describe remember understand
  shut open calm excuse forgive hold let pass help try show talk speak start begin ask mention leave skip give read turn
  move note keep take bet admit swear wager`.split(/\s+/),
);
const VAGUE = /^(?:do|try)\s+(?:it|that|this|so)\b/i;
const BLAME =
  /\b(?:accident|damage|deaths?|failure|loss|losses|mistakes?|crimes?|murders?|mess|problems?|delay)\b/i;
/** A clause that ends in one of these goes on in another line. */
const DANGLING = /\b(?:the|an?|to|of|with|for|in|on|at|by|and|or|from|his|her|their|our|my|your|this)$/i;
const CLAUSE_END = new RegExp(
  `,?\\s+(?:and|but|while)\\s+(?=(?:${OWNER}|I)(?:${MUST}))|,?\\s+because\\b|,\\s+(?:he|she|they|we|you|I|and|but|since|so|which|who|as|while|though|although|ok|okay|right)\\b`,
  'u',
);
const SENTENCE = /(?<!\b(?:Mr|Mrs|Ms|Dr|Prof|St|Ltd|Inc|Co|Corp|No|approx))[.!?…](?=\s|$)|[;\n]/gu;

/** A task as its clause says it. Positions in characters of the sentence. */
interface Claim {
  readonly owner: string;
  readonly task: string;
  readonly from: number;
  readonly taskFrom: number;
}

/**
 * Tasks with an owner, in a passage with capitals: who will do what, and by when if that is said. What is asked, denied,
 * assumed, guessed, reported or done is none, and neither is a task whose owner is not named.
 * @param dates the dates and times of day in the passage
 */
export function actionItemsIn(passage: Passage, dates: readonly Mention[]): Mention[] {
  if (!/\p{Lu}/u.test(passage.text) || !/\p{Ll}/u.test(passage.text)) return [];
  return sentencesIn(passage.text).flatMap(({ text, from, end }) => {
    const sentence = { text, from };
    const items = claimsIn(text, end, passage.speaker).flatMap((claim) =>
      itemOf(passage, claim, sentence, dates),
    );
    return items.length > 0 || end === '?' ? items : doneBy(passage, sentence, dates);
  });
}

/** What somebody is doing, or can do, by a time that is said. */
function doneBy(
  passage: Passage,
  sentence: { text: string; from: number },
  dates: readonly Mention[],
): Mention[] {
  const { text } = sentence;
  const found = OPEN.test(text) || REPORTED_AFTER.test(text) ? null : DOING.exec(text);
  const mine = found?.groups?.owner === 'I';
  const { speaker } = passage;
  if (!found || (mine && (speaker === undefined || !isOwner(speaker)))) return [];
  const claim = claimOf(found, mine ? () => true : isOwner);
  const before = text.slice(0, claim?.from ?? 0);
  if (!claim || REPORTED.test(before) || !opensClause(before) || !isAction(claim.task)) return [];
  const items = itemOf(
    passage,
    mine && speaker !== undefined ? { ...claim, owner: speaker } : claim,
    sentence,
    dates,
  );
  return items.filter(({ task }) => task?.due !== undefined);
}

/** `writing the offer`, `have it`, `send the offer`: not `not ready`, `in Berlin`, `sure`, `remember`. */
function isAction(task: string): boolean {
  const verb = verbOf(task);
  const plain = verb.replace(/ing$/, '');
  if (AT_ONCE.has(verb) || AT_ONCE.has(plain) || (STATES.has(verb) && verb !== 'have')) return false;
  return /ing$/.test(verb)
    ? !/^(?:going|being|having|coming)$/.test(verb)
    : nlp(`to ${verb}`).has('to #Infinitive');
}

function sentencesIn(text: string): { text: string; from: number; end: string }[] {
  const ends = [...text.matchAll(SENTENCE), { 0: '', index: text.length }];
  let at = 0;
  return ends.flatMap(({ 0: end, index }) => {
    const piece = text.slice(at, index);
    const from = at + (piece.length - piece.trimStart().length);
    at = index + end.length;
    return piece.trim() ? [{ text: piece.trim(), from, end }] : [];
  });
}

function claimsIn(sentence: string, end: string, speaker: string | undefined): Claim[] {
  if (OPEN.test(sentence) || REPORTED_AFTER.test(sentence)) return [];
  const asked = [CALLED, CALLED_INSIDE, CALLED_LAST, WANTED].flatMap((pattern) => {
    const claim = claimOf(pattern.exec(sentence), isOwner);
    return claim && !AT_ONCE.has(verbOf(claim.task)) ? [claim] : [];
  });
  if (asked.length > 0 || end === '?') return asked;
  const charge = claimOf(IN_CHARGE.exec(sentence), isOwner);
  if (charge) return BLAME.test(charge.task) ? [] : [charge];
  const agreed = claimOf(AGREED.exec(sentence), isOwner) ?? toldIn(sentence);
  if (agreed) return [agreed];
  const noted = notedIn(sentence);
  return (noted ? [noted] : said(sentence, speaker)).filter(({ task }) => !STATES.has(verbOf(task)));
}

/** What a named listener is told to do: a verb in its plain form, with an object. */
function toldIn(sentence: string): Claim | undefined {
  const told = TOLD.exec(sentence);
  const { object } = told?.groups ?? {};
  const claim = claimOf(told, isOwner);
  if (!claim || REPORTED.test(claim.task)) return undefined;
  if (object !== undefined) return claim;
  const verb = verbOf(claim.task);
  const plain = nlp(`to ${claim.task}`).has(
    '^to #Infinitive (the|a|an|my|our|your|his|her|their|these|those|this|that|all|some|two|three|four|#Noun)',
  );
  return plain && !AT_ONCE.has(verb) && !STATES.has(verb) ? claim : undefined;
}

/** A task as minutes have it. After `Anna:` stands what Anna says, unless a word for tasks comes first. */
function notedIn(sentence: string): Claim | undefined {
  const minutes = MINUTES.exec(sentence);
  const { marker, colon } = minutes?.groups ?? {};
  return marker || !colon ? claimOf(minutes, marker ? mayOwn : isOwner) : undefined;
}

/** The tasks that a sentence states one after another. */
function said(sentence: string, speaker: string | undefined): Claim[] {
  const claims: Claim[] = [];
  let at = 0;
  while (at < sentence.length) {
    const rest = sentence.slice(at);
    const own = speaker === undefined ? undefined : mine(rest, speaker);
    const other = claimOf(WILL.exec(rest), isOwner);
    const claim = own && (!other || own.from < other.from) ? own : other;
    const before = sentence.slice(0, at + (claim?.from ?? 0));
    if (!claim || REPORTED.test(before)) break;
    if (opensClause(before)) claims.push({ ...claim, from: claim.from + at, taskFrom: claim.taskFrom + at });
    at += claim.taskFrom + claim.task.length;
  }
  return claims;
}

function mine(rest: string, speaker: string): Claim | undefined {
  const claim = claimOf(MINE.exec(rest), () => isOwner(speaker));
  return claim && !AT_ONCE.has(verbOf(claim.task)) ? { ...claim, owner: speaker } : undefined;
}

function claimOf(match: RegExpExecArray | null, owns: (name: string) => boolean): Claim | undefined {
  const { owner, object, task = object ?? '', lead = '', marker = '' } = match?.groups ?? {};
  if (!match || owner === undefined || !/^\p{Lu}|^the\s/u.test(owner) || !owns(owner)) return undefined;
  const clause = task.slice(0, CLAUSE_END.exec(task)?.index ?? task.length).trimEnd();
  const taskFrom = match.index + match[0].lastIndexOf(task);
  return { owner, task: clause, from: match.index + lead.length + marker.length, taskFrom };
}

function verbOf(task: string): string {
  return /^[a-z]+/i.exec(task)?.[0].toLowerCase() ?? '';
}

function itemOf(
  passage: Passage,
  { owner, task: clause, from, taskFrom }: Claim,
  sentence: { readonly text: string; readonly from: number },
  dates: readonly Mention[],
): Mention[] {
  const { task, due = leadingDeadline(sentence.text.slice(0, from), dates) } = partDeadline(clause, dates);
  if (!/\s/.test(task) || DANGLING.test(clause) || VAGUE.test(task)) return [];
  const at = sentence.from + from;
  const end = Math.max(sentence.from + taskFrom + clause.length, at + owner.length);
  const value = dates.find((date) => due?.endsWith(date.text))?.value;
  return [
    {
      type: 'action_items',
      text: passage.text.slice(at, end).replace(/[\s,]+$/, ''),
      key: `${owner} ${task}`.toLowerCase(),
      task: { owner, text: task, ...(due !== undefined && { due: { text: due, ...(value && { value }) } }) },
      passage,
      from: at,
    },
  ];
}
