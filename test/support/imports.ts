import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** An import, export from, or dynamic import in a source file. */
export interface Import {
  /** The file it stands in, from the repository's root, with forward slashes. */
  readonly from: string;
  readonly line: number;
  readonly specifier: string;
  /** The file it names, from the repository's root; undefined for a package. */
  readonly target: string | undefined;
  readonly dynamic: boolean;
  /** True for `import type` and `export type`, which load nothing. */
  readonly erased: boolean;
}

/** Every source file of a folder, from the repository's root, with forward slashes. */
export function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')));
}

/** The imports of a source file. */
export function importsOf(from: string): Import[] {
  const text = withoutComments(readFileSync(path.join(root, from), 'utf8'));
  const statics = [
    ...text.matchAll(/(?:^|[;\n])\s*import\s*(?:[^'"`;()]*?\bfrom\s*)?(['"])([^'"\n]+)\1/g),
    ...text.matchAll(/(?:^|[;\n])\s*export\s+(?:type\s+)?[*{][^'"`;()]*?\bfrom\s*(['"])([^'"\n]+)\1/g),
  ];
  const dynamics = text.matchAll(/\b(?:import|require)\s*\(\s*(['"`])([^'"`\n]+)\1/g);
  const found = (dynamic: boolean) => (match: RegExpExecArray) => {
    const end = match.index + match[0].length;
    const line = text.slice(0, end).split('\n').length;
    const erased = /^[;\s]*(?:import|export)\s+type\b/.test(match[0]);
    return { ...importAt(from, line, match[2] ?? ''), dynamic, erased };
  };
  return [...statics.map(found(false)), ...[...dynamics].map(found(true))];
}

function importAt(from: string, line: number, specifier: string): Omit<Import, 'dynamic' | 'erased'> {
  const target = specifier.startsWith('.') ? path.posix.join(path.posix.dirname(from), specifier) : undefined;
  return { from, line, specifier, target };
}

/** Lines stay where they are. Strings are kept, so that a `//` inside one does not swallow the rest of its line. */
function withoutComments(text: string): string {
  return text.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)/g,
    (found, kept) => kept ?? found.replace(/[^\n]+/g, ' '),
  );
}
