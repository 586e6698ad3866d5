import { describe, expect, it } from 'vitest';
import { type Import, importsOf, sourcesIn } from './support/imports.ts';

/** What the files of a wing may import: other wings of ours, and packages (`node:` stands for all of Node's own). */
const doors: Record<string, { wings: string[]; packages: string[] | 'any' }> = {
  contract: { wings: [], packages: ['zod'] },
  media: { wings: [], packages: ['node:', 'mediabunny', 'ffmpeg-static', 'tar-stream'] },
  client: { wings: ['contract'], packages: 'any' },
  config: { wings: ['contract'], packages: 'any' },
  service: { wings: ['contract', 'media'], packages: 'any' },
  cli: { wings: ['contract', 'client', 'config', 'media'], packages: 'any' },
};

/** The one door from the command line into the service: loaded lazily, from one file. */
const serviceDoor = 'src/service/index.ts';

/**
 * The floors of a folder, from the top. What stands on a floor imports from its own floor and from those below, and
 * from nothing above. Every file and folder stands on one floor: name a new one here.
 */
const floors: Record<string, readonly string[]> = {
  'src/service': [
    'index.ts',
    'boot',
    'pages',
    'resources',
    'monitoring web',
    'http jobs move',
    'search',
    'understanding',
    'models',
    'backup context queue events accounts links net text',
    'store',
    'trouble.ts',
    'errors.ts log.ts metrics',
  ],
  'src/service/resources': [
    'billing chats clips collections deep-searches media-descriptions page-links queries redos searches shares tags uploads webhooks',
    'collection-files',
    'moment-criteria outlines',
    'describes extracts faces find-moments',
    'media-jobs',
    'entities frames moments pictures segmentations',
    'analysis passages',
    'files',
    'deletions open-work',
    'common',
  ],
  'src/service/understanding': [
    'index.ts',
    'description.ts markdown.ts',
    'compose.ts languages.ts',
    'analysis',
    'rules',
    'modalities',
    'models',
  ],
  'src/service/understanding/rules': ['moments', 'extraction structure', 'outline', 'digest', 'chapters'],
  'src/service/understanding/modalities': [
    'modalities.ts',
    'pictures faces',
    'speech speakers scene-text scenes audio',
    'objects voice-activity',
    'results.ts modality-lines.ts',
    'modalities-result.ts',
    'port.ts context.ts',
    'visual-pass held-gaps.ts',
    'damage-notes.ts lines.ts',
  ],
  'src/service/understanding/models': [
    'embeddings language',
    'endpoint',
    'model-thread.ts',
    'model-process one-recogniser.ts onnx start-wasm.ts within-work.ts',
  ],
  'src/cli': [
    'main.ts',
    'line',
    'commands',
    'agents mcp',
    'watch',
    'upload',
    'bulk chats clips docs doctor export moment-criteria query quickstart setup shares webhooks',
    'names',
    'reading',
    'probe',
    'local',
    'run',
    'sending',
    'output',
    'model',
    'terminal',
    'errors',
  ],
  'src/media': [
    'index.ts',
    'cut',
    'hls shots',
    'decode',
    'clock',
    'probe',
    'ffmpeg',
    'captions sniff',
    'errors.ts types.ts entry-path.ts remember.ts files.ts',
  ],
  'src/contract': [
    'index.ts',
    'openapi',
    'operations criterion-schema.ts',
    'resources',
    'check.ts schemas tables',
    'values',
    'plain.ts record.ts problem.ts resumable.ts shape.ts operation.ts version.ts query.ts',
  ],
};

/** What a folder leaves alone although it lies below: its callers give it what it needs. */
const leftAlone: Record<string, readonly string[]> = {
  'src/service/understanding': [
    'src/service/context/config.ts',
    'src/service/context/context.ts',
    'src/service/events',
    'src/service/accounts',
    'src/service/links',
  ],
};

const imports = sourcesIn('src').flatMap(importsOf);

describe('doors between the wings', () => {
  it('there are wings and imports to check', () => {
    const wings = new Set(sourcesIn('src').map(wingOf));
    expect([...wings].filter((wing) => !(wing in doors))).toEqual([]);
    expect(imports.length).toBeGreaterThan(0);
  });

  it.each(Object.keys(doors))('%s imports only the wings and packages it may', (wing) => {
    const wrong = imports.filter((found) => wingOf(found.from) === wing && !allowed(found));
    expect(wrong.map(inWords)).toEqual([]);
  });

  it('the command line reaches the service by a dynamic import of its door, from one file', () => {
    const reaching = imports.filter(
      ({ from, target }) => wingOf(from) === 'cli' && target?.startsWith('src/service/'),
    );
    expect(new Set(reaching.map(({ from }) => from)).size).toBeLessThanOrEqual(1);
  });

  it.each(Object.entries(leftAlone))('%s takes what it needs from its callers', (folder, others) => {
    const wrong = imports.filter(
      ({ from, target }) =>
        isBelow(from, folder) && others.some((other) => target === other || isBelow(target ?? '', other)),
    );
    expect(wrong.map(inWords)).toEqual([]);
  });
});

describe.each(Object.entries(floors))('floors of %s, from the top', (folder, rows) => {
  it.each(rows.map((names, index) => [names, index] as const))('%s', (_, index) => {
    expect(upward(imports, folder, rows, index).map(inWords)).toEqual([]);
  });

  it('has every file and folder on one floor', () => {
    const named = rows.flatMap((names) => names.split(' '));
    const there = [...new Set(sourcesIn(folder).flatMap((file) => childOf(folder, file) ?? []))];
    expect({
      'on no floor; name it in test/doors.test.ts': there.filter((name) => !named.includes(name)),
      'on two floors, or gone': named.filter((name, at) => !there.includes(name) || named.indexOf(name) < at),
    }).toEqual({ 'on no floor; name it in test/doors.test.ts': [], 'on two floors, or gone': [] });
  });
});

describe('cycles', () => {
  it('no file imports itself by way of others, types and lazy imports included', () => {
    expect(circlesIn(imports.map(({ from, target }) => [from, target]))).toEqual([]);
  });

  it('no folder imports another of the same parent that imports it', () => {
    const folders = new Set(sourcesIn('src').flatMap(parentsOf));
    expect([...folders].flatMap((folder) => folderCycles(imports, folder))).toEqual([]);
  });
});

describe('the checks themselves', () => {
  const link = (from: string, target: string, line = 1, dynamic = false): Import => ({
    from,
    target,
    line,
    dynamic,
    erased: false,
    specifier: target,
  });

  it('name the line of an import that runs up', () => {
    const up = link('src/low/a.ts', 'src/high/b.ts', 7);
    const all = [up, link('src/high/b.ts', 'src/low/a.ts'), link('src/low/a.ts', 'src/low/c.ts')];
    expect(upward(all, 'src', ['high', 'low'], 1).map(inWords)).toEqual([
      'src/low/a.ts:7 imports src/high/b.ts',
    ]);
    expect(upward(all, 'src', ['high', 'low'], 0)).toEqual([]);
  });

  it('see a circle through a lazy import, and none where two ways lead to one file', () => {
    const tree = [link('a.ts', 'b.ts'), link('a.ts', 'c.ts'), link('b.ts', 'c.ts')];
    const pairs = (all: readonly Import[]) => all.map(({ from, target }) => [from, target] as const);
    expect(circlesIn(pairs(tree))).toEqual([]);
    expect(circlesIn(pairs([...tree, link('c.ts', 'a.ts', 1, true)]))).toEqual([
      'a.ts -> b.ts -> c.ts -> a.ts',
    ]);
  });

  it('see a cycle between folders whose files make none', () => {
    const all = [link('src/x/a.ts', 'src/y/b.ts', 3), link('src/y/c.ts', 'src/x/d.ts', 5)];
    expect(folderCycles(all, 'src')).toEqual([
      'src/x -> src/y -> src/x: src/x/a.ts:3 imports src/y/b.ts; src/y/c.ts:5 imports src/x/d.ts',
    ]);
    expect(folderCycles(all.slice(1), 'src')).toEqual([]);
  });

  it('find the line of an import below comments and over several lines', () => {
    const found = importsOf('test/doors.test.ts');
    expect(found.map(inWords)).toContain('test/doors.test.ts:2 imports test/support/imports.ts');
  });
});

function inWords({ from, line, target, specifier }: Import): string {
  return `${from}:${line} imports ${target ?? specifier}`;
}

/** The imports of one floor that lead to a higher one. */
function upward(
  all: readonly Import[],
  folder: string,
  rows: readonly string[],
  floor: number,
): readonly Import[] {
  const floorOf = (file: string) => {
    const child = childOf(folder, file);
    return rows.findIndex((names) => child !== undefined && names.split(' ').includes(child));
  };
  return all.filter(({ from, target }) => {
    const reached = target === undefined ? -1 : floorOf(target);
    return floorOf(from) === floor && reached >= 0 && reached < floor;
  });
}

/** The cycles between what lies directly in a folder, each with a line for every step. */
function folderCycles(all: readonly Import[], folder: string): string[] {
  const steps = new Map<string, { way: readonly [string, string]; example: Import }>();
  for (const example of all) {
    const [from, to] = [childOf(folder, example.from), childOf(folder, example.target ?? '')];
    if (from === undefined || to === undefined || from === to) continue;
    const way = [`${folder}/${from}`, `${folder}/${to}`] as const;
    if (!steps.has(way.join(' -> '))) steps.set(way.join(' -> '), { way, example });
  }
  return circlesIn([...steps.values()].map(({ way }) => way)).map((circle) => {
    const names = circle.split(' -> ');
    const lines = names.slice(1).flatMap((name, index) => {
      const step = steps.get(`${names[index]} -> ${name}`);
      return step ? [inWords(step.example)] : [];
    });
    return `${circle}: ${lines.join('; ')}`;
  });
}

/** The ways from one name back to itself, one for each that closes one. */
function circlesIn(links: readonly (readonly [string, string | undefined])[]): string[] {
  const next = new Map<string, string[]>();
  for (const [from, target] of links)
    if (target !== undefined) next.set(from, [...(next.get(from) ?? []), target]);
  const circles: string[] = [];
  const done = new Set<string>();
  const walk = (name: string, way: readonly string[]): void => {
    const met = way.indexOf(name);
    if (met >= 0) circles.push([...way.slice(met), name].join(' -> '));
    if (met >= 0 || done.has(name)) return;
    for (const target of next.get(name) ?? []) walk(target, [...way, name]);
    done.add(name);
  };
  for (const name of next.keys()) walk(name, []);
  return circles;
}

function allowed({ from, specifier, target, dynamic }: Import): boolean {
  const door = doors[wingOf(from)];
  if (!door) return false;
  if (target === undefined)
    return door.packages === 'any' || door.packages.some((name) => matches(specifier, name));
  const wing = wingOf(target);
  if (wing === wingOf(from) || door.wings.includes(wing)) return true;
  return wingOf(from) === 'cli' && target === serviceDoor && dynamic;
}

function matches(specifier: string, name: string): boolean {
  return name.endsWith(':')
    ? specifier.startsWith(name)
    : specifier === name || specifier.startsWith(`${name}/`);
}

/** The folder directly in src that a file lies in; for a file outside of src, another name. */
function wingOf(file: string): string {
  return childOf('src', file) ?? file;
}

/** The file or folder directly in a folder that a file is, or lies in; undefined outside of the folder. */
function childOf(folder: string, file: string): string | undefined {
  return isBelow(file, folder) ? file.slice(folder.length + 1).split('/')[0] : undefined;
}

function isBelow(file: string, folder: string): boolean {
  return file.startsWith(`${folder}/`);
}

/** Every folder that a file lies in, however deep. */
function parentsOf(file: string): string[] {
  const parts = file.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}
