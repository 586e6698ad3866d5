import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageNameOf } from '../../../src/cli/docs/manual/command-page.ts';
import { allCommands, generate, stale } from '../../../src/cli/line/generate.ts';
import { commonFlags } from '../../../src/cli/model/flags/common-flags.ts';
import type { Command } from '../../../src/cli/model/model.ts';
import { kebab, text } from '../../../src/cli/model/values.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let commands: Command[];
let files: ReadonlyMap<string, string>;
beforeAll(async () => {
  commands = await allCommands();
  files = generate(commands, root);
});

/** The check of the repository in a folder: its exit status and output. */
function check(folder: string): Promise<{ status: number; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['scripts/docs.mjs', '--check'], { cwd: folder }, (error, _, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stderr }),
    );
  });
}

describe('generated files', () => {
  it('[CLI-6] are committed as generated', async () => {
    expect(await check(root)).toEqual({ status: 0, stderr: '' });
  });

  it('[CLI-6] differ when a command gets another flag', () => {
    const more = commands.map((command) =>
      command.name === 'share create'
        ? { ...command, flags: { ...command.flags, newFlag: text('New') } }
        : command,
    );
    const pages = ['man/vau-share-create.1'];
    const completions = ['_vau', 'vau.bash', 'vau.fish', 'vau.ps1'].map((name) => `completions/${name}`);
    const differing = [...generate(more, root)].filter(([file, text]) => files.get(file) !== text);
    expect(differing.map(([file]) => file).sort()).toEqual([...completions, ...pages]);
  });

  it('[CLI-6] a page of a removed command is outdated', () => {
    const fewer = commands.filter(({ name }) => name !== 'tag get');
    expect(stale(generate(fewer, root), root)).toContain('man/vau-tag-get.1');
  });

  it('puts the commands between the markers of docs/commands.md and nowhere else', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'vau-pages-'));
    mkdirSync(path.join(folder, 'docs'));
    writeFileSync(
      path.join(folder, 'docs/commands.md'),
      'before\n<!-- commands -->\nformer\n<!-- /commands -->\nafter\n',
    );
    const page = generate(commands, folder).get('docs/commands.md') ?? '';
    expect(page).toMatch(/^before\n<!-- commands -->\n## The thirteen endpoints\n/);
    expect(page).toContain('| `POST /share` | `vau share create` | ');
    expect(page).toMatch(/<!-- \/commands -->\nafter\n$/);
    expect(page).toContain('| `vau share list` | ');
    expect(page).not.toContain('former');
    rmSync(folder, { recursive: true });
  });

  it('[CLI-6] every command has a page that names each of its flags and examples', () => {
    for (const command of commands) {
      const page = files.get(`man/${pageNameOf(command.name)}.1`)?.replaceAll('\\-', '-') ?? '';
      for (const name of Object.keys(command.flags))
        expect(page, command.name).toContain(`Fl -${kebab(name)}`);
      for (const { line } of command.examples) expect(page.replaceAll('\\e', '\\')).toContain(`vau ${line}`);
    }
  });

  it('[CLI-6] vau-environment(7) lists every variable that is read', () => {
    const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(path.join(root, 'src', file), 'utf8'));
    const read = sources.flatMap((source) => source.match(/\bVAU_[A-Z_]+[A-Z]\b/g) ?? []);
    // Between the service and its helpers; not a setting.
    const settings = [...new Set(read)].filter((name) => name !== 'VAU_OWNER');
    const page = files.get('man/vau-environment.7') ?? '';
    for (const name of settings) expect(page).toContain(`Ev ${name}`);
  });

  it('[CLI-6] every completion names each command, flag and value', () => {
    const values = [
      ...Object.entries(commonFlags),
      ...commands.flatMap(({ flags }) => Object.entries(flags)),
    ] as const;
    for (const name of ['_vau', 'vau.bash', 'vau.fish', 'vau.ps1']) {
      const script = files.get(`completions/${name}`) ?? '';
      for (const [flag, value] of values) {
        expect(script, name).toContain(name === 'vau.fish' ? ` -l ${kebab(flag)}` : `--${kebab(flag)}`);
        if ('choices' in value) expect(script, name).toContain(value.choices?.join(' '));
      }
      for (const word of commands.flatMap((command) => command.name.split(' ')))
        expect(script, name).toContain(word);
    }
  });
});

describe('scripts/docs.mjs --check', () => {
  let copy: string;
  beforeAll(() => {
    copy = mkdtempSync(path.join(tmpdir(), 'vau-drift-'));
    for (const name of ['src', 'scripts', 'completions', 'man', 'assets', 'package.json', 'docs', 'bin'])
      cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
    symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('[CLI-6] fails when a flag is added to a command and nothing is generated', async () => {
    const file = path.join(copy, 'src/cli/commands/files/tag.ts');
    const source = readFileSync(file, 'utf8');
    writeFileSync(file, source.replace('flags: { ...own,', 'flags: { ...own, added: own.label,'));
    const { status, stderr } = await check(copy);
    expect(status).toBe(1);
    expect(stderr).toContain('completions/vau.bash');
    expect(stderr).toContain('man/vau-tag-create.1');
    expect(stderr).toContain('npm run docs');
  });
});
