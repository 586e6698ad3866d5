/**
 * Generates every committed file that comes from the command model and the contract: completions, manual
 * pages, the criterion schema and the tables in README.md. scripts/docs.mjs writes them; its --check option
 * and a test compare the committed files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { criterionFileSchema } from '../../contract/criterion-schema.ts';
import { modules } from '../commands/index.ts';
import { allCommands as every } from '../docs/all-commands.ts';
import { withClosedNetworkTable } from '../docs/closed-network.ts';
import { bashCompletion } from '../docs/completion/bash.ts';
import { fishCompletion } from '../docs/completion/fish.ts';
import { powershellCompletion } from '../docs/completion/powershell.ts';
import { specOf } from '../docs/completion/spec.ts';
import { zshCompletion } from '../docs/completion/zsh.ts';
import { withExportTables } from '../docs/export-tables.ts';
import { commandPage } from '../docs/manual/command-page.ts';
import { mainPage } from '../docs/manual/main-page.ts';
import { fileOf, mdoc } from '../docs/manual/mdoc.ts';
import { topics } from '../docs/manual/topics.ts';
import { withCommandTable, withFile } from '../docs/readme.ts';
import type { Command } from '../model/model.ts';

/** Every command in the order of the catalogue. */
export const allCommands = (): Promise<Command[]> => every(modules);

/** Pipelines that README.md shows; the tests run them. */
const examples = ['docs/pipelines/github-actions.yml', 'docs/pipelines/gitlab-ci.yml'];

const shown = (root: string) => (readme: string, file: string) =>
  withFile(readme, file, () => textOf(path.join(root, file)) ?? '');

/** The generated files by their paths below the root. @param root the folder of the repository */
export function generate(commands: readonly Command[], root: string): Map<string, string> {
  const spec = specOf(commands);
  const engine = (name: string) => textOf(path.join(root, 'src/cli/docs/completion', name)) ?? '';
  const pages = [
    mainPage(commands, topics),
    ...commands.map((command) => commandPage(command, commands)),
    ...topics,
  ];
  const readme = textOf(path.join(root, 'README.md'));
  const exporting = textOf(path.join(root, 'docs/export.md'));
  const installing = textOf(path.join(root, 'docs/installing.md'));
  return new Map([
    ['completions/vau.bash', bashCompletion(spec, engine('engine.bash'))],
    ['completions/_vau', zshCompletion(spec, engine('engine.zsh'))],
    ['completions/vau.fish', fishCompletion(spec, engine('engine.fish'))],
    ['completions/vau.ps1', powershellCompletion(spec, engine('engine.ps1'))],
    ['assets/criterion.schema.json', `${JSON.stringify(criterionFileSchema(), undefined, 2)}\n`],
    ...pages.map((page): [string, string] => [`man/${fileOf(page)}`, mdoc(page)]),
    ...(exporting === undefined
      ? []
      : [['docs/export.md', withExportTables(exporting)] satisfies [string, string]]),
    ...(installing === undefined
      ? []
      : [['docs/installing.md', withClosedNetworkTable(installing)] satisfies [string, string]]),
    ...(readme === undefined
      ? []
      : [
          ['README.md', examples.reduce(shown(root), withCommandTable(readme, commands))] satisfies [
            string,
            string,
          ],
        ]),
  ]);
}

/** Paths of generated files that are missing, outdated, or left over from a removed command. */
export function stale(files: ReadonlyMap<string, string>, root: string): string[] {
  const differing = [...files].filter(([file, text]) => textOf(path.join(root, file)) !== text);
  return [...differing.map(([file]) => file), ...leftOver(files, root)].sort();
}

/** Files in the generated folders that are not generated any more. */
export function leftOver(files: ReadonlyMap<string, string>, root: string): string[] {
  return ['completions', 'man'].flatMap((folder) =>
    namesIn(path.join(root, folder))
      .map((name) => `${folder}/${name}`)
      .filter((file) => !files.has(file)),
  );
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
