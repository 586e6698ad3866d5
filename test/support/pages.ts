/** README.md, CONTRIBUTING.md and the pages of docs/: their text, and the command lines in them. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The pages, as paths below the root with slashes. */
export const pages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  'skills/vau/SKILL.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file.replaceAll(path.sep, '/')}`)
    .sort(),
];

export const textOf = (page: string): string => readFileSync(path.join(root, page), 'utf8');

/** A page without its fenced blocks, and what is in these. */
export function apart(text: string): { readonly prose: string; readonly blocks: readonly string[] } {
  const blocks: string[] = [];
  const prose = text.replace(/^```[^\n]*\n([\s\S]*?)^```$/gm, (_, block: string) => {
    blocks.push(block);
    return '';
  });
  return { prose, blocks };
}

/** A command of a page. */
export interface Line {
  readonly page: string;
  /** As the page has it, from the name of the program on, without a comment. */
  readonly line: string;
}

/** The commands in the fenced blocks of a page: one for each part between pipes and `&&`. */
export function blockLines(page: string): Line[] {
  const lines = apart(textOf(page)).blocks.flatMap((block) => block.replaceAll('\\\n', ' ').split('\n'));
  return lines.flatMap((line) => commandsIn(page, line.trim().replace(/^(?:\$ |- )/, '')));
}

/** The commands in a page's text, between backticks. */
export const inlineLines = (page: string): Line[] =>
  [...apart(textOf(page)).prose.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) =>
    commandsIn(page, code.replace(/\s+/g, ' ')),
  );

/** What stands before `vau` and is not part of it: a variable, a container, the clone. */
const before: readonly [pattern: RegExp, instead: string][] = [
  [/^(?:[A-Z_]+=\S* )+/, ''],
  [/^(?:podman exec|docker compose .* exec) vau /, ''],
  [/^node bin\/vau\.js\b/, 'vau'],
  [/^npm run quickstart(?: --)?/, 'vau quickstart'],
];

/** A word of a shell, with its quotes. */
const aWord = /(?:[^\s"']+|"[^"]*"|'[^']*')+/g;

function commandsIn(page: string, text: string): Line[] {
  const parts: string[][] = [[]];
  for (const [word] of text.matchAll(aWord)) {
    if (word === '#') break;
    if (['&&', '||', '|', ';', '<', '>'].includes(word)) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts
    .map((words) => before.reduce((line, [pattern, to]) => line.replace(pattern, to), words.join(' ')))
    .filter((line) => /^(?:vau|npm|npx|node)(?: |$)/.test(line))
    .map((line) => ({ page, line }));
}

/** The words that a shell makes of a line. */
export const shellWords = (line: string): string[] =>
  (line.match(aWord) ?? []).map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
