/** The examples of commands as lines that can run: with identifiers and URLs instead of placeholders. */
import type { CommandDescription } from '../../src/cli/docs/describe.ts';

export const anId = '0b6a1a52-9f3c-4c1e-8a51-000000000001';

/** The words of an example as a shell would split them, without `vau`, pipes and redirections. */
export function wordsOf(line: string): string[] {
  const bare = line.replace(/ (\||<|>) .*$/, '').replace(/^vau /, '');
  const words = bare.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) =>
    word.replace(/["']/g, (mark) => (word.startsWith("'") && mark === '"' ? mark : '')),
  );
}

/** The words of an example; each placeholder gets its own identifier. */
export function exampleWords(line: string): string[] {
  const names: string[] = [];
  const idOf = (name: string) => {
    if (!names.includes(name)) names.push(name);
    return anId.slice(0, -1) + (names.indexOf(name) + 1);
  };
  return wordsOf(line).map((word) => word.replace(/[A-Z][A-Z_]*_ID/g, idOf));
}

/** The first example without --wait: the request is what counts. */
export const requestLine = ({ examples }: CommandDescription, which = 0): string[] =>
  exampleWords(examples[which]?.line ?? '').filter((word) => word !== '--wait');

/** What an update changes: without anything it is refused. */
export const changes: Readonly<Record<string, readonly string[]>> = {
  'file update': ['--filename', 'talk.mp4'],
  'collection update': ['--description', 'Talks'],
  'share update': ['--title', 'Talk'],
  'tag update': ['--value', 'Ada'],
  'webhook update': ['--description', 'Talks'],
};

/** A command with every required argument, each of a valid kind, and no flag but what an update changes. */
export function plainLine({ name, arguments: args }: CommandDescription, wrong?: string): string[] {
  const words = args.map((argument) => {
    if (argument.name === wrong) return 'no-such-value';
    return argument.enum?.[0] ?? (argument.type === 'path' ? 'talk.mp4' : anId);
  });
  return [...name.split(' '), ...words, ...(changes[name] ?? [])];
}
