import nlp from 'compromise';
import type { Ground } from './grounds.ts';
import type { Question } from './questions.ts';
import { contentOf, type Statement } from './said/statements.ts';

/** A piece of a statement that may be the short text a field asks for. Positions in characters of the statement. */
export interface Phrase {
  readonly text: string;
  readonly from: number;
  /** 0..1: how much its place in the sentence makes it the answer. */
  readonly bound: number;
  /** 0..1: how much it has the shape of an answer. */
  readonly shape: number;
}

const LINK =
  /^[\s,:]*(?:(?:that|which)\s+)?(?:is|was|are|were|will be|would be|has been|['’]s|being|called|named|seems to be|looks like|turned out to be|means|became|remains|:|–|-)\s+(?:that\s+|to\s+|actually\s+|just\s+|simply\s+|basically\s+|still\s+|probably\s+|called\s+|named\s+)*/i;
const REASON =
  /\b(?:because(?:\s+of)?|due\s+to|since|thanks\s+to|owing\s+to|caused\s+by|comes?\s+from|came\s+from|so\s+that|in\s+order\s+to|the\s+reason\s+(?:is|was)(?:\s+that)?)\s+/gi;
const WHY = /^(?:reason|cause|why|motiv|purpos|explan|root)/;
const CLAUSE_END =
  /[,;:–]\s+|\s+(?:but|because|although|though|while|so|and then|and (?:i|we|he|she|they|it|the|that|there))\s+/i;
const FILLER =
  /^(?:(?:and|but|so|well|okay|ok|yes|yeah|no|oh|then|now|actually|basically|i think|i guess|i mean|you know|just|really|maybe|probably|it['’]s|it is|it was|that['’]s|that was|there(?:['’]s| is| was| are| were)|they(?:['’]re| are)|we(?:['’]re| are)|i(?:['’]m| am))\b[,\s]*)+/i;

/** The pieces of a statement that may answer a question for a short text. */
export function phrasesIn(question: Question, { statement, places, answers }: Ground): Phrase[] {
  const { text } = statement;
  const found: Phrase[] = [];
  const add = (from: number, to: number, bound: number, shape: number) => {
    const piece = trimmed(text, from, to);
    if (piece && piece.text.split(/\s+/).length <= 18) found.push({ ...piece, bound, shape });
  };
  for (const { last, first, strength } of places) {
    const end = statement.words[last]?.to ?? 0;
    const link = LINK.exec(text.slice(end));
    if (link) {
      const from = end + link[0].length;
      add(from, clauseEnd(text, from), strength, 1);
    }
    const start = statement.words[first]?.from ?? 0;
    const before =
      /^(?<own>.*?)\s+(?:is|was|are|were|will be|['’]s)\s+(?:the|our|my|his|her|their|your|a|an)\s+(?:[\p{L}-]+\s+){0,2}$/iu.exec(
        text.slice(0, start),
      );
    if (before?.groups?.own) add(lastClause(before.groups.own), before.groups.own.length, strength, 0.9);
  }
  const whys = question.cues.some(({ said, weight }) => weight === 1 && WHY.test(said[0]?.[0] ?? ''));
  for (const { 0: cue, index } of text.matchAll(REASON)) {
    const from = index + cue.length;
    if (whys) add(from, clauseEnd(text, from), 1, 1);
  }
  if (answers > 0) add(0, clauseEnd(text, FILLER.exec(text)?.[0].length ?? 0), 0.8, 0.8);
  for (const piece of nounsOf(statement)) add(piece.from, piece.to, 0, piece.long ? 0.6 : 0.5);
  add(0, text.length, 0, 0.2);
  return found;
}

/** What no answer ends in. */
const TAIL =
  /(?:[\s,.;:!?"'”…–-]|\s(?:the|a|an|of|to|in|on|at|for|with|by|from|and|or|but|till|until|that|it|it['’]s|we|i|you|he|she|they|is|was|we['’]ll|i['’]ll|which|who|as|so|then))+$/iu;

function trimmed(text: string, from: number, to: number): { text: string; from: number } | undefined {
  const raw = text.slice(from, to);
  const skipped = FILLER.exec(raw)?.[0].length ?? /^[\s,"'“]*/.exec(raw)?.[0].length ?? 0;
  const own = raw.slice(skipped).replace(TAIL, '');
  return contentOf(own).some(({ word }) => word.length > 1) ? { text: own, from: from + skipped } : undefined;
}

function clauseEnd(text: string, from: number): number {
  const rest = text.slice(from);
  const end = CLAUSE_END.exec(rest);
  // `a loose, rusty cable`: a comma after one word is none of a clause.
  return end && end.index > 0 ? from + end.index : text.length;
}

function lastClause(before: string): number {
  const at = Math.max(before.lastIndexOf(', '), before.search(/\s(?:but|so|and)\s(?!.*\s(?:but|so|and)\s)/i));
  return at < 0 ? 0 : at + 1;
}

interface Piece {
  readonly from: number;
  readonly to: number;
  readonly long: boolean;
}

interface Chunk {
  readonly text: string;
  readonly chunk?: string;
  readonly offset?: { readonly start: number; readonly length: number };
}

/** What joins two nouns to one: `a crack in the left wing`. */
const JOINT = /^\s*(?:of|in|on|at|for|with|from|to|between|behind|under|over|near|by|about|into)\s+/i;

/** The nouns of a statement with what belongs to them, alone and with the next one after a preposition. */
function nounsOf({ text }: Statement): Piece[] {
  const chunks = (nlp(text).nouns().json({ offset: true }) as Chunk[]).flatMap(({ offset }) =>
    offset ? [{ from: offset.start, to: offset.start + offset.length }] : [],
  );
  const pieces: Piece[] = chunks.map((chunk) => ({ ...chunk, long: false }));
  for (const [at, { from, to }] of chunks.entries()) {
    let end = to;
    for (const next of chunks.slice(at + 1)) {
      const between = text.slice(end, next.from);
      if (between.trim() !== '' && !(JOINT.test(`${between} `) && between.trim().split(/\s+/).length <= 2))
        break;
      end = next.to;
    }
    if (end > to) pieces.push({ from, to: end, long: true });
  }
  return pieces;
}
