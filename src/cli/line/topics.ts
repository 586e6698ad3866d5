/** `vau help TOPIC`: manual pages that apply to all commands, as text. */
import type { Block, Page } from '../docs/manual/mdoc.ts';
import { UsageError } from '../errors/errors.ts';
import { closest } from '../errors/nearest.ts';
import { commandNames, nounOf } from '../model/catalogue.ts';
import { pairs, wrap } from './help.ts';

/** Each topic and its manual page. */
export const topicPages: Readonly<Record<string, string>> = {
  environment: 'vau-environment',
  'exit-status': 'vau-exit-status',
  output: 'vau-output',
  profiles: 'vau-config',
  waiting: 'vau-waiting',
};

/** The topic of `help TOPIC`; undefined for a command or any other line. */
export function topicIn([first, word, ...more]: readonly string[]): string | undefined {
  if (first !== 'help' || word === undefined || word.startsWith('-') || more.length > 0) return undefined;
  return commandNames.some((name) => nounOf(name) === word) ? undefined : word;
}

/**
 * The text of a topic, at most 80 columns wide. @throws UsageError that lists the topics and suggests the
 * most similar topic or command
 */
export async function topicText(word: string): Promise<string> {
  const { topics } = await import('../docs/manual/topics.ts');
  const page = Object.hasOwn(topicPages, word)
    ? topics.find(({ name }) => name === topicPages[word])
    : undefined;
  if (!page) throw noTopic(word);
  return asText(page);
}

function noTopic(word: string): UsageError {
  const names = Object.keys(topicPages);
  const near = closest(word, [...names, ...new Set(commandNames.map(nounOf))]);
  const topics = `The topics are: ${names.join(', ')}.`;
  return new UsageError(`Unknown command or topic '${word}'`, {
    hint: near ? `Did you mean ${near}? ${topics}` : topics,
    next: 'vau --help',
  });
}

const asText = ({ summary, blocks }: Page): string =>
  [`${summary.charAt(0).toUpperCase()}${summary.slice(1)}`, ...blocks.flatMap(linesOf), ''].join('\n');

/** A block with an empty line before it. */
function linesOf(block: Block): string[] {
  if (typeof block === 'string') return ['', ...wrap(block, 0)];
  if ('heading' in block) return ['', `${block.heading}:`];
  if ('code' in block) return ['', ...block.code.map((line) => `  ${line}`)];
  return ['', ...pairs(block.list.map(([term, text]) => [plain(term), text]))];
}

/** A term without mdoc macros. */
const plain = (term: string): string => term.replace(/\b(Ev|Ic|Pa) /g, '').replaceAll(' ,', ',');
