import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const src = fileURLToPath(new URL('../src', import.meta.url));

/** What the files of a room may import: other rooms of ours, and packages (`node:` stands for all of Node's own). */
const doors: Record<string, { rooms: string[]; packages: string[] | 'any' }> = {
  contract: { rooms: [], packages: ['zod'] },
  media: { rooms: [], packages: ['node:', 'mediabunny', 'ffmpeg-static'] },
  client: { rooms: ['contract'], packages: 'any' },
  config: { rooms: ['contract'], packages: 'any' },
  service: { rooms: ['contract', 'media'], packages: 'any' },
  cli: { rooms: ['contract', 'client', 'config', 'media'], packages: 'any' },
};

/** The one door from the command line into the service: loaded lazily, from one file. */
const serviceDoor = 'service/index.ts';

interface Import {
  from: string;
  specifier: string;
  /** The file inside src, or undefined for a package. */
  target: string | undefined;
  dynamic: boolean;
}

const imports = sources().flatMap(importsOf);

describe('import doors', () => {
  it('finds rooms and imports to check', () => {
    const rooms = new Set(sources().map(roomOf));
    expect([...rooms].filter((room) => !(room in doors))).toEqual([]);
    expect(imports.length).toBeGreaterThan(0);
  });

  it.each(Object.keys(doors))('%s imports only the rooms and packages it may', (room) => {
    const wrong = imports.filter((found) => roomOf(found.from) === room && !allowed(found));
    expect(wrong.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
  });

  it('the command line reaches the service by a dynamic import of its door, from one file', () => {
    const reaching = imports.filter(
      ({ from, target }) => roomOf(from) === 'cli' && target?.startsWith('service/'),
    );
    expect(new Set(reaching.map(({ from }) => from)).size).toBeLessThanOrEqual(1);
  });

  it('goes in one direction: no file imports itself by way of others, types and lazy imports included', () => {
    expect(circlesIn(imports)).toEqual([]);
  });

  it('sees a circle through a lazy import, and none where two ways lead to one file', () => {
    const link = (from: string, target: string, dynamic = false) => ({
      from,
      specifier: '',
      target,
      dynamic,
    });
    const tree = [link('a.ts', 'b.ts'), link('a.ts', 'c.ts'), link('b.ts', 'c.ts')];
    expect(circlesIn(tree)).toEqual([]);
    expect(circlesIn([...tree, link('c.ts', 'a.ts', true)])).toEqual(['a.ts -> b.ts -> c.ts -> a.ts']);
  });
});

/** The ways from a file back to itself, one for each file that closes one. */
function circlesIn(links: readonly Import[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, target } of links)
    if (target !== undefined) next.set(from, [...(next.get(from) ?? []), target]);
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): void => {
    const met = way.indexOf(file);
    if (met >= 0) circles.push([...way.slice(met), file].join(' -> '));
    if (met >= 0 || done.has(file)) return;
    for (const target of next.get(file) ?? []) walk(target, [...way, file]);
    done.add(file);
  };
  for (const file of next.keys()) walk(file, []);
  return circles;
}

function allowed({ from, specifier, target, dynamic }: Import): boolean {
  const door = doors[roomOf(from)];
  if (!door) return false;
  if (target === undefined)
    return door.packages === 'any' || door.packages.some((name) => matches(specifier, name));
  const room = roomOf(target);
  if (room === roomOf(from) || door.rooms.includes(room)) return true;
  return roomOf(from) === 'cli' && target === serviceDoor && dynamic;
}

function matches(specifier: string, name: string): boolean {
  return name.endsWith(':')
    ? specifier.startsWith(name)
    : specifier === name || specifier.startsWith(`${name}/`);
}

/** Every source file, as a path inside src with forward slashes. */
function sources(): string[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.split(path.sep).join('/'));
}

/** The first folder of a path inside src; '..' for a path that leaves src. */
function roomOf(file: string): string {
  return file.split('/')[0] ?? '';
}

function importsOf(from: string): Import[] {
  const text = withoutComments(readFileSync(path.join(src, from), 'utf8'));
  const statics = [
    ...text.matchAll(/(?:^|[;\n])\s*import\s*(?:[^'"`;()]*?\bfrom\s*)?(['"])([^'"\n]+)\1/g),
    ...text.matchAll(/(?:^|[;\n])\s*export\s+(?:type\s+)?[*{][^'"`;()]*?\bfrom\s*(['"])([^'"\n]+)\1/g),
  ];
  const dynamics = text.matchAll(/\b(?:import|require)\s*\(\s*(['"`])([^'"`\n]+)\1/g);
  return [
    ...statics.map((match) => found(from, match[2] ?? '', false)),
    ...[...dynamics].map((match) => found(from, match[2] ?? '', true)),
  ];
}

function found(from: string, specifier: string, dynamic: boolean): Import {
  const target = specifier.startsWith('.') ? path.posix.join(path.posix.dirname(from), specifier) : undefined;
  return { from, specifier, target, dynamic };
}

/** Strings are kept, so that a `//` inside one does not swallow the rest of its line. */
function withoutComments(text: string): string {
  return text.replace(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`)/g,
    (_, kept) => kept ?? ' ',
  );
}
