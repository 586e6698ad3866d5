import { addressesByName, isName } from './vocative.ts';

/** What is asked of somebody who is addressed by name. */
const DIRECTED =
  /\b(?:(?:could|can|would|will) you,?|please|kindly|make sure|see to it|take care of|i (?:want|need|'d like) you to|have (?:it|them|that|this|everything) \w+|you(?:'ll| will)? (?:take|do|write|send|call|handle|bring|book|check|order|prepare|clean|fetch)|would you mind)\b/;
/** What is over as soon as it is done. */
const AT_ONCE =
  /\b(?:please|you|and) (?:tell|come|sit|stand|listen|look|wait|stop|imagine|believe|hear|see|say|repeat|describe|explain|remember|excuse|forgive|hold|let|understand|calm)\b/;

const NAME = String.raw`(?<name>\p{Lu}\p{Ll}+)(?: \p{Lu}\p{Ll}+)?`;
/** The person is named as the one who is to do it. */
const HANDED = [
  `\\b(?:I(?:['’]d| would) like|I (?:want|need)|I(?:['’]m| am) asking|I(?:['’]ve| have)? asked|[Ww]e (?:want|need)) ${NAME} to \\p{Ll}`,
  `\\b(?:[Ll]et['’]s|I['’]ll|[Ww]e['’]ll) (?:have|get) ${NAME} (?:to )?\\p{Ll}`,
  `\\b(?:agreed|decided|settled)(?: that)? ${NAME} (?:will|is going to|should|has to|\\p{Ll}{3,}s) `,
].map((source) => new RegExp(source, 'u'));

/** How surely a task is given to somebody who is named, from 0 to 1. @param written the line as written */
export function assignsByName(written: string): number {
  const text = written.toLowerCase().replaceAll('’', "'");
  if (HANDED.some((form) => isName(form.exec(written)?.groups?.name))) return 0.9;
  return addressesByName(written) && DIRECTED.test(text) && !AT_ONCE.test(text) ? 0.9 : 0;
}
