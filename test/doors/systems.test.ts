import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** What works on one system only, and what to write instead. */
const rules: readonly { name: string; pattern: RegExp; instead: string }[] = [
  {
    name: 'slash',
    pattern: /\.(?:split|lastIndexOf|indexOf|startsWith|endsWith)\((?:(['"`])\/\1|\/\\\/\/)/g,
    instead: 'takes a text apart at "/": use node:path for a path of this machine',
  },
  {
    name: 'folder',
    pattern: /['"`]\/(?:tmp|proc|dev|etc|usr|home|var|opt)(?:\/|['"`])/g,
    instead: 'names a folder that only some systems have: use os.tmpdir(), os.devNull or a setting',
  },
  {
    name: 'url',
    pattern: /import\.meta\.url\)\.pathname/g,
    instead: 'makes a path of a URL: use fileURLToPath (a drive letter and spaces)',
  },
  {
    name: 'home',
    pattern: /\benv\.HOME\b/g,
    instead: 'reads HOME: use os.homedir(), or src/config/paths.ts',
  },
  {
    name: 'signal',
    pattern: /process\.kill\((?![^,()]+, 0\))/g,
    instead: 'sends a signal: Windows has none, and the process ends at once',
  },
];

/** Where a rule is broken for a reason: what is taken apart is no path, or the other systems have their own way there. */
const reasons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  slash: {
    'src/client/absent.ts': 'names in bytes, which Windows has none of',
    'src/client/library/declarations.ts': 'reference in a JSON Schema',
    'src/client/prepare.ts': 'path of a URL',
    'src/cli/commands/tool/wait.ts': 'two ids',
    'src/cli/mcp/tools/status.ts': 'two ids',
    'src/cli/export/timecode.ts': 'fraction',
    'src/cli/probe/pattern.ts': 'after withSlashes',
    'src/cli/setup/fetching/unpack.ts': 'path in an archive',
    'src/contract/openapi/example.ts': 'JSON pointer',
    'src/client/network/proxy.ts': 'range of addresses',
    'src/media/ffmpeg/program/fetch-program.ts': 'name of a package',
    'src/media/probe/banner.ts': 'words of ffmpeg',
    'src/service/http/access/guards.ts': 'path of a URL',
    'src/service/http/access/target.ts': 'path of a URL',
    'src/service/pages/api.ts': 'JSON pointer',
    'src/service/links/signed.ts': 'path of a URL',
    'src/service/net/addresses.ts': 'range of addresses',
    'src/service/net/ranges.ts': 'range of addresses',
    'src/service/resources/files/sync.ts': 'path of a URL',
    'src/service/resources/shares/links.ts': 'path of a URL',
    'src/service/resources/shares/pages/streams.ts': 'path of a URL',
    'src/service/store/objects/disk-objects.ts': 'key of an object',
    'src/service/understanding/rules/extraction/answer/scalar.ts': 'range of dates',
    'src/service/understanding/rules/extraction/asked/forms.ts': 'range of dates',
    'src/service/web/player-page.ts': 'path of a URL',
  },
  folder: {
    'src/cli/local/service/process.ts': 'ps or PowerShell where there is no /proc',
    'src/cli/watch/run-watch.ts': 'nothing is known elsewhere',
    'src/media/ffmpeg/memory.ts': 'Linux only',
    'src/media/ffmpeg/work.ts': 'the time on the clock stands for it where there is no /proc',
    'src/media/ffmpeg/priority.ts': 'a process has one priority where there is no /proc',
    'src/service/jobs/strays.ts': 'Linux only',
    'src/service/store/objects/in-place/open-place.ts': 'elsewhere by path and identity of the file',
    'src/service/store/objects/temporary.ts': 'no zombies where there is no /proc',
    'src/service/understanding/modalities/scene-text/tesseract.ts': 'a file of its WebAssembly system',
  },
  home: {
    'src/config/paths.ts': 'the seam',
  },
  signal: {
    'src/cli/local/service/service-actions.ts': 'ends the service at once on Windows, as its manual says',
    'src/cli/run/session/session.ts': 'ends a command that did not end by itself',
    'src/cli/chats/converse.ts': 'the seam',
    'src/media/ffmpeg/process.ts': 'process groups, where there are any',
    'src/service/boot/processes/worker-process.ts': 'kills itself',
    'src/service/jobs/worker/heartbeat-thread.ts': 'kills its process',
    'src/service/jobs/strays.ts': 'Linux only',
    'src/service/resources/queries/process/main.ts': 'kills itself',
    'src/service/understanding/models/model-process/main.ts': 'kills itself',
  },
};

interface Broken {
  readonly rule: string;
  readonly file: string;
  readonly line: number;
}

/** The places where a text breaks a rule. Comments do not count. */
function brokenIn(file: string, text: string): Broken[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));
  return rules.flatMap(({ name, pattern }) =>
    [...code.matchAll(pattern)].map(({ index }) => ({
      rule: name,
      file,
      line: code.slice(0, index).split('\n').length,
    })),
  );
}

const sources = ['src', 'bin'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|js|mjs)$/.test(name))
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
);

const found = sources.flatMap((file) => brokenIn(file, readFileSync(file, 'utf8')));

describe('code for every system', () => {
  it.each(rules)('has nothing that $instead', ({ name, instead }) => {
    const wrong = found.filter(({ rule, file }) => rule === name && !reasons[name]?.[file]);
    const words = wrong.map(
      ({ file, line }) => `${file}:${line} ${instead}; or give its reason in this test`,
    );
    expect(words).toEqual([]);
  });

  it('gives reasons only where there is something to explain', () => {
    const idle = Object.entries(reasons).flatMap(([name, files]) =>
      Object.keys(files).filter((file) => !found.some((one) => one.rule === name && one.file === file)),
    );
    expect(idle).toEqual([]);
  });

  it('is found by the rules, and what looks like it is not', () => {
    const lines = [
      `name = file.split('/').at(-1);`,
      `folder = file.slice(0, file.lastIndexOf("/"));`,
      `open('/tmp/vau.lock');`,
      'const here = new URL(import.meta.url).pathname;',
      `const home = process.env.HOME ?? '';`,
      `process.kill(pid, 'SIGTERM');`,
    ];
    expect(lines.map((line) => brokenIn('a.ts', line).map(({ rule }) => rule))).toEqual(
      ['slash', 'slash', 'folder', 'url', 'home', 'signal'].map((rule) => [rule]),
    );
    const right = `words.split(/\\s+/); path.split(path.sep); process.kill(pid, 0); get('/files');
      // file.split('/')
      const root = fileURLToPath(new URL('..', import.meta.url));`;
    expect(brokenIn('b.ts', right)).toEqual([]);
  });
});

describe('names of the files of the project', () => {
  const names = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);

  it('differ in more than case, and are allowed on Windows', () => {
    const twice = names.filter((name, at) => names.findIndex((one) => same(one, name)) !== at);
    const refused = names.filter((name) =>
      /[<>:"\\|?*]|[. ](?:\/|$)|(?:^|\/)(?:con|nul|aux|prn)(?:\.|\/|$)/i.test(name),
    );
    expect({ twice, refused }).toEqual({ twice: [], refused: [] });
    expect(names.length).toBeGreaterThan(1000);
  });

  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
});
