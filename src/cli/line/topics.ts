/** `vau help TOPIC`: manual pages that apply to all commands, as text. */
import type { Block, Page } from '../docs/manual/mdoc.ts';
import { headOf, type TopicName, topicSummaries } from '../docs/manual/topics-automation.ts';
import { UsageError } from '../errors/errors.ts';
import { closest } from '../errors/nearest.ts';
import { commandNames, nounOf } from '../model/catalogue/catalogue.ts';
import { nounHelp, pairs, wrap } from './help.ts';

/** Other names of topics. */
const aliases: Readonly<Record<string, TopicName>> = {
  exit: 'exit-status',
  'exit-statuses': 'exit-status',
  profiles: 'config',
  scripts: 'pipelines',
};

/** The topic of `help TOPIC`; undefined for a command or any other line. */
export function topicIn([first, word, ...more]: readonly string[]): string | undefined {
  if (first !== 'help' || word === undefined || word.startsWith('-') || more.length > 0) return undefined;
  return !isTopic(word) && commandNames.some((name) => nounOf(name) === word) ? undefined : word;
}

/** Whether `vau help` knows a topic of this name. */
const isTopic = (word: string): word is TopicName => Object.hasOwn(topicSummaries, word);

/**
 * The text of a topic, at most 80 columns wide, and then the commands of the same name, if there are any.
 * @throws UsageError that lists the topics and suggests the most similar topic or command
 */
export async function topicText(word: string): Promise<string> {
  const topic = Object.hasOwn(aliases, word) ? aliases[word] : word;
  if (topic === undefined || !isTopic(topic)) throw noTopic(word);
  const { topics } = await import('../docs/manual/topics.ts');
  const page = topics.find(({ name }) => name === headOf(topic).name);
  if (!page) throw noTopic(word);
  const isNoun = commandNames.some((name) => nounOf(name) === topic);
  return `${asText(page)}${isNoun ? `\n${nounHelp(topic)}` : ''}`;
}

function noTopic(word: string): UsageError {
  const names = Object.keys(topicSummaries);
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
