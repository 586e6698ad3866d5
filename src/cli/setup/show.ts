/** `vau setup`: what each modality has, and what could be there. */
import { loadService } from '../local/opening/door.ts';
import { dataFolderOf } from '../local/service/serve.ts';
import { modalitiesOf } from '../local/service/service-settings.ts';
import { type Column, column } from '../model/columns.ts';
import type { Result } from '../model/plan.ts';
import type { Session } from '../model/session.ts';
import { formatBytes } from '../output/format.ts';
import { widthOf } from '../reading/lay-out.ts';
import { readsAlong } from '../reading/results.ts';
import { clean } from '../terminal/clean.ts';
import type { Io } from '../terminal/io.ts';
import { linesOf } from '../terminal/text-width.ts';
import { costOf } from './agree.ts';
import type { Catalogue, Entry, EntryName } from './catalogue/index.ts';
import { chosenIn } from './choose.ts';
import { catalogueWith, entriesOf } from './find.ts';

// What `vau setup` says to people on a terminal.

/** A row of `vau setup`: a modality, or below it a model that is or could be there. */
interface SetupRow {
  /** Empty for a model. */
  readonly modality: string;
  readonly has: string;
  readonly quality: string;
  readonly languages?: string;
  readonly licence?: string;
  readonly fetch?: string;
  readonly memory?: string;
  readonly speed?: string;
  readonly command: string | null;
}

/** Each modality with what it has, then the command of each model whole, with its size, speed and name. */
export function setupText(io: Io, rows: readonly SetupRow[]): string {
  const models = rows.filter(({ modality }) => modality === '');
  const cells = (row: SetupRow) => [row.command ?? '', row.fetch ?? '', row.speed ?? ''];
  const widths = [0, 1, 2].map((at) => Math.max(0, ...models.map((row) => cells(row)[at]?.length ?? 0)));
  const blocks = rows.flatMap((row, index) => {
    if (row.modality === '')
      return below(
        io,
        cells(row).map((cell, at) => cell.padEnd(widths[at] ?? 0)),
        // Brackets mean in a table that it is not there; here each line with a command is on offer.
        row.has.replace(/^\((.*)\)$/, '$1'),
      );
    const before = index === 0 ? [] : [''];
    return [...before, ...headOf(io, row, rows[index + 1]?.modality === '')];
  });
  const last = 'Licences, languages, memory and figures of quality: vau setup --wide';
  return `${[...blocks, '', io.paint('out', 'dim', last)].join('\n')}\n`;
}

function headOf(io: Io, { modality, has, quality, command }: SetupRow, hasModels: boolean): string[] {
  const [, other] = command?.split('; or ') ?? [];
  const better = hasModels ? other : command;
  return [
    io.paint('out', 'bold', modality.replaceAll('_', ' ')),
    ...below(io, [], `has ${has}: ${quality}`),
    ...(better ? below(io, [], `${hasModels ? 'or' : 'better'}: ${better}`) : []),
  ];
}

/** Cells, and a text beside them that is broken between words. */
function below(io: Io, cells: readonly string[], text: string): string[] {
  const start = ['', ...cells].join('  ').padEnd(2) + (cells.length > 0 ? '  ' : '');
  const lines = linesOf(clean(text), Math.max(10, widthOf(io) - start.length));
  return lines.map((line, index) => (index === 0 ? start : ' '.repeat(start.length)) + line);
}

/** What can be brought for each modality. */
const broughtFor: Readonly<Record<string, readonly EntryName[]>> = {
  speech: ['speech', 'speakers'],
  scene_text: ['text'],
  language: ['language'],
  meaning: ['meaning'],
  pictures: ['pictures'],
};

/** A model that is or could be there. */
interface Offer {
  readonly model: string;
  readonly title: string;
  readonly state: 'in use' | 'installed' | 'available';
  readonly languages: readonly string[];
  readonly licence: string;
  readonly terms: string;
  readonly download_bytes: number;
  readonly memory_bytes: number;
  readonly speed: Entry['speed'];
  readonly quality: string;
  readonly command: string;
}

interface ShowFlags {
  readonly dataDir?: string | undefined;
  readonly catalogue?: string | undefined;
}

/** Shows it; changes nothing. */
export async function showAction(session: Session, flags: ShowFlags): Promise<Result> {
  const dataDir = dataFolderOf(flags, session.env);
  const known = catalogueWith(flags.catalogue, session.env);
  const value = [];
  for (const status of await modalitiesOf(session, dataDir)) {
    const names = broughtFor[status.modality] ?? [];
    const models = (
      await Promise.all(names.map((name) => offersOf(known, name, dataDir, session.env)))
    ).flat();
    value.push({ ...status, models });
  }
  const rows = value.flatMap(rowsOf);
  const { io } = session;
  const read = readsAlong(session) && !session.flags.wide;
  return { value, rows, columns, ...(read ? { text: setupText(io, rows) } : {}) };
}

async function offersOf(
  known: Catalogue,
  name: EntryName,
  dataDir: string,
  env: NodeJS.ProcessEnv,
): Promise<Offer[]> {
  const { installedModels } = await loadService();
  const there = installedModels(dataDir, name).map((one) => one.manifest.model);
  const inUse = await chosenIn(dataDir, name, env);
  const stateOf = (model: string): Offer['state'] => {
    if (!there.includes(model)) return 'available';
    return name === 'text' || model === inUse ? 'in use' : 'installed';
  };
  return entriesOf(known, name).map((entry) => ({
    model: entry.model,
    title: entry.title,
    state: stateOf(entry.model),
    languages: entry.languages,
    licence: entry.licence,
    terms: entry.terms,
    download_bytes: costOf([entry], []).fetched,
    memory_bytes: entry.memory,
    speed: entry.speed,
    quality: entry.quality,
    command: `vau setup ${name} ${entry.model}`,
  }));
}

type Shown = {
  readonly modality: string;
  readonly provider: string | null;
  readonly quality: string;
  readonly better: string | null;
  readonly models: readonly Offer[];
};

/** A modality, then what could be there; languages of text that are not there share a row. */
function rowsOf({ modality, provider, quality, better, models }: Shown): SetupRow[] {
  const first = { modality, has: provider ?? 'none', quality, command: better };
  const together = models.length > MOST_ROWS ? models.filter(({ state }) => state === 'available') : [];
  const apart = models.filter((one) => !together.includes(one)).map(rowOf);
  const [one] = together;
  if (!one) return [first, ...apart];
  const rest = {
    ...rowOf(one),
    has: `(${together.length} more languages)`,
    languages: together.map(({ model }) => model).join(' '),
    command: `${one.command.replace(/ \S+$/, '')} ${together
      .slice(0, 2)
      .map(({ model }) => model)
      .join('+')}`,
  };
  return [first, ...apart, rest];
}

/** Modalities with more models than this show those that are not there in one row. */
const MOST_ROWS = 12;

function rowOf({ title, state, quality, languages, licence, command, speed, ...sizes }: Offer): SetupRow {
  return {
    modality: '',
    quality,
    licence,
    speed,
    command,
    has: state === 'available' ? `(${title})` : `${title}, ${state}`,
    languages: languages.length === 0 ? 'many' : languages.join(' '),
    fetch: formatBytes(sizes.download_bytes),
    memory: formatBytes(sizes.memory_bytes),
  };
}

const columns: readonly Column[] = [
  ...[column('modality'), column('has'), column('command'), column('fetch'), column('licence')],
  ...[column('speed'), column('memory'), column('languages'), column('quality')],
];
