import { isSure } from '../../../../contract/index.ts';
import { capitalised } from '../../../text/name-title.ts';
import { tokens } from '../../../text/split-words.ts';
import type { SceneTextLine } from '../../modalities/lines.ts';
import { beginsLeaning, isName, roleOf, withoutLead } from '../chapters/roles.ts';
import { type SpokenLine, sentencesOf } from '../chapters/sentences.ts';
import { contentWords } from './likeness.ts';
import { placeOfLargest, type Ranked, rank } from './rank.ts';
import { heightOf, isWordy, tellingTexts, tells } from './telling.ts';
import type { Quotable, QuotedSentence, TextVectors } from './types.ts';

/** The spoken sentences of some lines of any modality, in order of time. */
export function allSentences(lines: readonly (Quotable & Pick<SpokenLine, 'words'>)[]): QuotedSentence[] {
  return sentencesOf(lines.filter(({ modality }) => modality === 'speech')).map(
    ({ text, start, end, speaker, confidence }) => ({
      modality: 'speech',
      text,
      start,
      end,
      ...(speaker !== undefined && { speaker }),
      ...(confidence !== undefined && { confidence }),
    }),
  );
}

/** Whether a sentence is sure and says something. */
export const isQuotable = (sentence: Quotable): boolean => isSure(sentence) && tells(sentence.text);

/** Those of the spoken sentences that are sure and say something. */
export function spokenSentences(lines: readonly (Quotable & Pick<SpokenLine, 'words'>)[]): QuotedSentence[] {
  return allSentences(lines).filter(isQuotable);
}

/** Letters of a title. */
const MOST_LETTERS = 80;
/** A sentence is cut after a clause if at least this many letters are left. */
const LEAST_LETTERS = 40;

/** How much more the first sentence counts than a late one: speakers say early what it is about. */
const EARLY = 1;
/** The first of this many parts of the sentences is early, but no more than `EARLY_SENTENCES`. */
const EARLY_PARTS = 4;
const EARLY_SENTENCES = 10;

/** A sentence as a title. */
export interface SentenceTitle {
  readonly text: string;
  /** Whether it says what all is about: a name that says something is better than any other sentence. */
  readonly opens: boolean;
}

/**
 * The sure sentence that says best what some lines are about, cut if it is long; undefined if none says anything. Greetings,
 * questions, asides, what speaks of itself and what was recognised less surely are none, however bad the file's name is.
 * @param part whether the lines are a part of a recording: its name is its title, if the speaker gives one, else what opens it,
 * else any sentence that is said to its subject
 */
export function titleSentence(
  lines: readonly Quotable[],
  { vectors, part = false }: { readonly vectors?: TextVectors | undefined; readonly part?: boolean } = {},
): SentenceTitle | undefined {
  const sentences = spokenSentences(lines);
  const name = part ? nameOf(sentences) : undefined;
  if (name !== undefined) return { text: name, opens: true };
  const able = sentences
    .filter((one) => isToSubject(one) && (part || standsForAll(one)))
    .map((one) => ({ ...one, title: shorten(one.text) }))
    .filter(({ title }) => isWordy(title));
  const sure = able.filter(({ confidence = 1 }) => confidence >= SURE_TITLE);
  // A title is read alone, as what leans on another sentence is not.
  const alone = [sure, ...(part ? [able] : [])].map((some) => some.filter((one) => standsAlone(one, part)));
  const best = mostTelling(rank(alone.find(({ length }) => length > 0) ?? (part ? able : []), vectors), part);
  // Of all it is about, half a sentence says too little; a part needs some title.
  if (!best || (!part && best.title.endsWith('…'))) return undefined;
  return { text: best.title, opens: roleOf(best.text).opens };
}

/** Whether a sentence is said to the subject and can be one's title: no greeting, question or aside, and not taken back. */
function isToSubject({ text }: Quotable): boolean {
  const { courteous, aside } = roleOf(text);
  return !(courteous || aside || /[?？]\W*$/u.test(text) || CORRECTED.test(text));
}

/** Whether a sentence says what all is about, or at least nothing of itself, of another sentence or of one of several parts. */
function standsForAll({ text }: Quotable): boolean {
  const { opens, leans, turns } = roleOf(text);
  return opens || !(leans || turns || PERSONAL.test(text));
}

function standsAlone({ text, title }: Quotable & { readonly title: string }, part: boolean): boolean {
  const { opens, settles } = roleOf(text);
  return opens || (part && settles) || !beginsLeaning(title);
}

/** Of what a part says to its subject, at least two sentences and one of so many can name it. */
const NAMING_PARTS = 4;

/** The name that a speaker gives a part where it begins: `Second, the lost keys`, `This is the mill`. */
function nameOf(sentences: readonly Quotable[]): string | undefined {
  const told = sentences.filter(({ text }) => {
    const { courteous, aside, turns } = roleOf(text);
    return turns || !(courteous || aside);
  });
  const first = told.slice(0, Math.max(2, told.length / NAMING_PARTS));
  const names = first.flatMap(({ text }) => roleOf(text).announced?.name ?? presented(text) ?? []);
  const name = names.find((one) => contentWords(one).length > 0);
  return name === undefined ? undefined : capitalised(name);
}

/** What a sentence says that this is: `the mill, eighteen seventy-six` */
function presented(sentence: string): string | undefined {
  const said = withoutLead(sentence).replace(/(?<![.…])\.$/, '');
  const shown = said.replace(/^(?:this|these|those|here) (?:is|are) (?=(?:the|our|my)\b)/i, '');
  return shown !== said && isName(shown) ? shown : undefined;
}

/** A speaker who takes back what was said. */
const CORRECTED =
  /\b(?:sorry|no|wait)[,\s]+(?:sorry|no|not|wait|I mean)\b|\bI meant?\b|\bwell,? I say\b|\b(?:oder nein|nein, quatsch|ich meine)\b/i;

/** A recognised sentence is a title from here on: a title is read without what was said beside it. */
const SURE_TITLE = 0.9;

/** Speaks of itself or to somebody who is not there, or tells one step of many. */
const PERSONAL =
  /^(?:I|we|my|our|you|your|let|while|first|next|now|then|beat|cut|put|take|add|lay|fold|mix|stir|pour|place|press|click|turn|run|open|close|wipe|rub)\b/i;

/** A title in the words of some lines: the first meaningful on-screen text, else a sentence. Undefined if there is neither. */
export function quotedTitle(lines: readonly Quotable[]): string | undefined {
  const shown = tellingTexts(lines.filter(({ modality }) => modality === 'scene_text'));
  return shown.find(({ text }) => isTitle(text))?.text ?? titleSentence(lines, { part: true })?.text;
}

/** What a sentence loses that is personal, besides what its role costs it, and gains that says what comes. */
const WEAK = 0.4;
const OPENS = 0.5;

function mostTelling<One extends Quotable>(
  { sentences, scores }: Ranked<One>,
  part: boolean,
): One | undefined {
  const early = Math.min(EARLY_SENTENCES, sentences.length / EARLY_PARTS);
  const values = scores.map((score, at) => {
    const text = sentences[at]?.text ?? '';
    const { opens, turns } = roleOf(text);
    const says = opens || (part && turns);
    return (
      score + EARLY * Math.exp(-at / early) + (says ? OPENS : 0) - (!says && PERSONAL.test(text) ? WEAK : 0)
    );
  });
  return sentences[placeOfLargest(values)];
}

/** What announces a subject: the rest of the sentence is the title. */
const ANNOUNCED =
  /^(?:(?:to-?day|tonight|in this (?:video|film|talk|lesson|lecture|episode)|this (?:morning|evening|afternoon))[\s,]+)?(?:I|we)(?:'m|'re|'d| am| are)? (?:(?:want|going|gonna|here|would like|like|will|'ll)(?: to)? )?(?:show(?: you)?|talk(?:ing)?(?: to you)? about|tell you (?:about)?|explain(?: to you)?)\s+/i;

/** What says it in a roundabout way: `What we will do today is learn how to sail`. */
const ROUNDABOUT =
  /^.{0,60}\bI(?:'m| am)? (?:ringing|calling|phoning|rang|called|phoned)(?: \w+)? about |^what (?:I|we)(?:'re|'m|'d|'ll| are| am| will| want)\b[^.,?!]{0,50} is (?:to )?(?:show you |talk about |explain )?/i;

/** Small talk in the sentence that announces the subject: `Thanks for coming, so today we talk about ...` */
const BEFORE_TODAY = /^.{0,80}?[,;]\s*(?:so|and|but|anyway)?,?\s*(?=(?:to-?day|tonight)\b)/i;

/** What an announced subject is followed by: `turning the heel, which everybody is scared of` */
const ASIDE_CLAUSE = /(?<=\w{3}),\s*(?:which|who|where|because|as|if|and (?:I|we|you|it)|but)\b.*$/i;

/** What announces what is done: `Today we are making a tart`. */
const DOING =
  /^(?:(?:to-?day|tonight|in this (?:video|film|talk|lesson|lecture|episode)|this (?:morning|evening|afternoon))[\s,]+)(?:I|we)(?:'m|'re| am| are)\s+(?=\w+ing\b)/i;

/**
 * A sentence as a title: without opening words, what announces its subject and the final full stop, and cut after a clause
 * if it has more than 80 letters. Without a clause there it is cut after a word; an ellipsis marks that.
 */
function shorten(sentence: string): string {
  let text = sentence.replace(/\s+/g, ' ').trim();
  for (const rest of [withoutLead(text), roleOf(text).announced?.rest ?? ''])
    if (contentWords(rest).length > 0) text = rest;
  const announcing = text.replace(BEFORE_TODAY, '');
  const announced = announcing.replace(ANNOUNCED, '').replace(ROUNDABOUT, '').replace(DOING, '');
  const subject = announced === announcing ? text : announced.replace(ASIDE_CLAUSE, '');
  text = (isWordy(subject) ? subject : text).replace(/(?<![.…])\.$/u, '');
  return capitalised((text.length <= MOST_LETTERS ? text : cut(text)).replace(DANGLING, ''));
}

/** Words at the end of a title that begin what is no more in it. */
const DANGLING =
  /(?:,\s*(?:so|and|but|or|like|because|which|then|well|right|okay|yeah|yes|no|you know|I mean|um|uh|er|und|aber|also|oder|weil|ja))+[\s,;:–]*$/i;

function cut(text: string): string {
  const clauses = [...text.slice(0, MOST_LETTERS).matchAll(/[,;:–]\s/gu)].map(({ index }) => index);
  const clause = clauses.at(-1) ?? 0;
  if (clause >= LEAST_LETTERS) return text.slice(0, clause);
  const word = tokens(text).findLast(({ to }) => to < MOST_LETTERS)?.to ?? MOST_LETTERS;
  return `${text.slice(0, word)}…`;
}

/** A title card is shown within the first seconds. */
const FIRST_SECONDS = 15;
/** A title card shows letters at least this high, as a share of the picture. */
const HIGH = 0.05;
/** Letters of this share of the largest are as large: how high a word is depends on its letters. */
const AS_LARGE = 0.7;
/** Text that stays longer than this share of the media is a watermark or a slide. */
const STAYS = 0.5;
/** Media shorter than this many seconds may show its title all the time. */
const SHORT = 60;

/**
 * The title card of a span, or its first slide's heading: the first of the largest texts shown in its first 15 seconds, if it
 * is large, has two content words and disappears again; undefined if there is none.
 * @param span seconds
 */
export function titleCard(
  texts: readonly SceneTextLine[],
  span: { readonly start: number; readonly end: number; readonly part?: boolean },
): string | undefined {
  const length = span.end - span.start;
  // What begins with a later part, and not before it, is no watermark.
  const isLaterPart = span.part === true && span.start > 0;
  const cards = texts
    .filter(({ start, text }) => start >= span.start && start < span.start + FIRST_SECONDS && isTitle(text))
    .filter(({ start, end }) => isLaterPart || length < SHORT || end - start < STAYS * length)
    .map((line) => ({ text: line.text.trim(), height: heightOf(line) }))
    .filter(({ height }) => height >= HIGH);
  const largest = Math.max(...cards.map(({ height }) => height));
  return cards.find(({ height }) => height >= AS_LARGE * largest)?.text;
}

/** Whether a line of on-screen text is a heading: a title in large letters. */
export function isHeading(line: Pick<SceneTextLine, 'text' | 'words'>): boolean {
  return heightOf(line) >= HIGH && isTitle(line.text);
}

/** Whether a text can be a title: it says something in two content words or more, mostly letters, and is not too long. */
export function isTitle(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return text.length <= MOST_LETTERS && letters * 2 > text.length && isWordy(text) && tells(text);
}
