import { isSure } from '../../../../contract/index.ts';
import { tokens } from '../../../text/split-words.ts';
import type { Evidence, JudgedFinding, JudgeRequest, SpeakerFilter } from './port.ts';

/** What is said of a file in which nothing meets the criterion. */
export function absenceOf({ criterion, evidence, missing = [] }: JudgeRequest): JudgedFinding {
  const read = evidence.length === 1 ? '1 line was' : `${evidence.length} lines were`;
  return {
    kind: 'absence',
    text: [`Nothing that meets ${criterion.name} was found; ${read} read.`, ...missing].join(' '),
    evidence: [],
  };
}

/** Those who speak in these lines, each once, in order. */
export function speakersOf(evidence: readonly Evidence[]): string[] {
  return [...new Set(evidence.flatMap(({ speaker }) => (speaker === undefined ? [] : [speaker])))];
}

/** Whether a moment with these speakers passes a filter. */
export function passesSpeakers(speakers: readonly string[], filter: SpeakerFilter | undefined): boolean {
  const { include = [], exclude = [], match = 'any' } = filter ?? {};
  const there = new Set(speakers.map(foldedName));
  if (exclude.some((name) => there.has(foldedName(name)))) return false;
  if (include.length === 0) return true;
  return match === 'all'
    ? include.every((name) => there.has(foldedName(name)))
    : include.some((name) => there.has(foldedName(name)));
}

const foldedName = (name: string) => name.normalize('NFKC').trim().toLowerCase();

const TITLE_CHARACTERS = 80;
const MOST_QUOTES = 3;
const QUOTE_CHARACTERS = 240;

/** The words of the first sure line as a title, cut at a word. @param otherwise the title where none is sure */
export function titleOf(evidence: readonly Evidence[], otherwise: string): string {
  return shortened(evidence.find(isSure)?.text ?? otherwise, TITLE_CHARACTERS);
}

/** The evidence in quotation marks, with a mark where it is unsure: the reason of a moment that was ranked, not judged. */
export function quotesOf(evidence: readonly Evidence[]): string {
  const quoted = evidence.slice(0, MOST_QUOTES).map((line) => {
    const { text, speaker } = line;
    const quote = `${isSure(line) ? '' : '~ '}“${shortened(text.replace(/["“”„«»]/g, "'"), QUOTE_CHARACTERS)}”`;
    return speaker === undefined ? quote : `${speaker}: ${quote}`;
  });
  return [...quoted, ...(evidence.length > MOST_QUOTES ? ['…'] : [])].join(' ');
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = tokens(text).findLast(({ to }) => to < most)?.to ?? most;
  return `${text.slice(0, end)}…`;
}
