/** `vau service doctor` and `vau service config`. */

import { ffmpegAdvice } from '../../../media/index.ts';
import { LocalError, MissingError, UsageError } from '../../errors/errors.ts';
import { column } from '../../model/columns.ts';
import type { Result } from '../../model/plan.ts';
import type { Session } from '../../model/session.ts';
import { clean } from '../../terminal/clean.ts';
import { loadService, type ServiceDoctor } from '../opening/door.ts';
import { chosenFfmpeg } from '../opening/ffmpeg.ts';
import { forFolder } from '../opening/refusals.ts';
import { dataFolderOf } from './serve.ts';
import { serviceStatus } from './status.ts';

interface Folder {
  dataDir?: string | undefined;
}

/** Shows the provider of each modality. A running service still uses the settings of its start. */
export async function doctorAction(
  session: Session,
  flags: Folder & { try?: boolean | undefined },
): Promise<Result> {
  const dataDir = dataFolderOf(flags, session.env);
  const { doctor } = await loadService();
  const value = await inWords(() => doctor(dataDir, flags.try ? session.signal : undefined));
  for (const one of value.trials ?? []) session.note(trialInWords(one));
  const { state } = await serviceStatus(dataDir);
  if (state !== 'stopped')
    session.note(
      'A running service uses the settings of its start, but for what vau setup brings: it uses that at once.',
    );
  const { location, error } = value.object_storage;
  session.note(
    `Objects are stored in ${location}.${error === undefined ? '' : ` They cannot be used: ${clean(error)}`}`,
  );
  for (const line of inPlaceLines(value.in_place)) session.note(line);
  const columns = [column('modality'), column('provider'), column('quality'), column('better')];
  return { value, rows: value.modalities, columns };
}

/** `meaning: all-minilm-l6-v2 took 0.8 s: vectors of 384 numbers; ...` */
function trialInWords(one: NonNullable<ServiceDoctor['trials']>[number]): string {
  if ('error' in one) return clean(`${one.modality}: failed: ${one.error}`);
  return clean(`${one.modality}: ${one.model} took ${(one.ms / 1000).toFixed(1)} s: ${one.made}`);
}

/** ffmpeg and the provider of each modality, with the command for a better one. */
export async function modalitiesOf(session: Session, dataDir: string) {
  const { providers } = await loadService();
  return [await mediaStatus(session, dataDir), ...(await inWords(() => providers(dataDir)))];
}

async function mediaStatus({ env }: Session, dataDir: string) {
  const modality = 'media';
  try {
    const { ffmpeg, why } = await chosenFfmpeg(env, dataDir, undefined);
    const quality = ffmpegAdvice(ffmpeg.version) ?? `used because ${why}`;
    return { modality, provider: `ffmpeg ${ffmpeg.version}`, quality, better: null };
  } catch (error) {
    const { code, message: quality } = error as Error & { code?: string };
    // One that a setting names is not replaced.
    return {
      modality,
      provider: null,
      quality,
      better: code === 'no-ffmpeg' ? 'vau setup ffmpeg' : 'vau doctor',
    };
  }
}

/** Faults of files in place that are listed; all are in the JSON. */
const shownFaults = 10;

/** What is wrong with files in place, in lines. */
function inPlaceLines({ folders, files, faults }: ServiceDoctor['in_place']): string[] {
  const wrong = folders.flatMap(({ path, error }) => (error === undefined ? [] : [`${path} ${error}`]));
  const lines = faults.slice(0, shownFaults).map(({ file_id, error }) => `${file_id}  ${clean(error)}`);
  if (faults.length > 0) lines.unshift(`${faults.length} of ${files} files in place can no longer be read:`);
  if (faults.length > shownFaults) lines.push(`${faults.length - shownFaults} more: add -o json`);
  return [...wrong.map((one) => `Folder for files in place: ${clean(one)}`), ...lines];
}

/** The requested action on the settings. */
export type Wish = Folder &
  (
    | { readonly action: 'list' }
    | { readonly action: 'get' | 'unset'; readonly key: string }
    | { readonly action: 'set'; readonly key: string; readonly value: string }
  );

/** Refuses missing and surplus arguments of an action. */
export function checkedWish(
  action: Wish['action'],
  { key, value, dataDir }: Folder & { key?: string | undefined; value?: string | undefined },
): Wish {
  const given = [key, value].filter((one) => one !== undefined).length;
  const takes = { list: 0, get: 1, unset: 1, set: 2 }[action];
  const form = { list: '', get: ' KEY', unset: ' KEY', set: ' KEY VALUE' }[action];
  const message = `Usage: vau service config ${action}${form}`;
  if (given < takes) throw new MissingError([key === undefined ? 'key' : 'value'], message);
  if (given > takes) throw new UsageError(message);
  return { action, key: key ?? '', value: value ?? '', dataDir } as Wish;
}

/** Shows or changes the settings of a data folder. */
export async function configAction(session: Session, wish: Wish): Promise<Result> {
  const dataDir = dataFolderOf(wish, session.env);
  if (wish.action === 'list') return list(session, dataDir);
  if (wish.action === 'get') return get(session, dataDir, wish.key);
  const value = wish.action === 'set' ? wish.value : undefined;
  const file = await change(session, dataDir, wish, value);
  return { value: { key: wish.key, value: value ?? null, file }, text: '' };
}

async function list(session: Session, dataDir: string): Promise<Result> {
  const { effectiveSettings, settingsFile, settingKeys } = await loadService();
  const settings = (await inWords(() => effectiveSettings(dataDir, session.env))).map((one) => ({
    ...one,
    help: settingKeys[one.key].help,
  }));
  const columns = [column('key'), column('value'), column('source'), column('where'), column('help')];
  return { value: { settings, file: settingsFile(dataDir) }, rows: settings, columns };
}

async function get(session: Session, dataDir: string, key: string): Promise<Result> {
  const { effectiveSettings, settingNames } = await loadService();
  const settings = await inWords(() => effectiveSettings(dataDir, session.env));
  const found = settings.find((one) => one.key === key);
  if (!found) throw new UsageError(`Unknown setting ${key}; choose one of ${settingNames.join(', ')}`);
  if (found.value === null)
    throw new LocalError(`${key} is not set`, { next: `vau service config set ${key} VALUE` });
  return { value: found.value, text: found.value };
}

/** Sets or, without a value, removes a setting. Returns the path of the file. */
async function change(
  session: Session,
  dataDir: string,
  wish: Folder & { readonly key: string },
  value: string | undefined,
): Promise<string> {
  const { key } = wish;
  const { changeSetting, formerSettings, settingKeys, settingNames, settingsFile } = await loadService();
  const name = settingNames.find((one) => one === key);
  if (!name && !formerSettings.includes(key))
    throw new UsageError(`Unknown setting ${key}; choose one of ${settingNames.join(', ')}`);
  await inWords(() => changeSetting(dataDir, key, value));
  const variable = name ? settingKeys[name].variable : undefined;
  const file = settingsFile(dataDir);
  session.note(`${value === undefined ? 'Removed' : 'Set'} ${key} in ${file}`);
  if (variable !== undefined && session.env[variable])
    session.note(`The environment variable ${variable} is set and overrides the file.`);
  const { state } = await serviceStatus(dataDir);
  if (state !== 'stopped')
    session.note(
      `It takes effect after a restart: ${forFolder('vau service stop', wish.dataDir)}, ${forFolder('vau service start', wish.dataDir)}.`,
    );
  return file;
}

/** Adds the next step to a refused setting. */
async function inWords<T>(action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Error && error.name === 'SettingRefused')
      throw new LocalError(error.message, { next: 'vau service config list' });
    throw error;
  }
}
