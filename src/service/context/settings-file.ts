import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '../../contract/record.ts';
import { makeFolder } from '../../media/files.ts';
import { SettingRefused } from '../errors.ts';
import { replaceText } from '../store/objects/durable.ts';
import { formerSettings, type SettingName, settingKeys, settingNames } from './settings-keys.ts';
import { POCKETSPHINX_GONE } from './speech-settings.ts';

/** The contents of the file: the settings that were set, as text. */
export type StoredSettings = { readonly [Name in SettingName]?: string };

/** A setting's effective value and its source. */
export interface EffectiveSetting {
  readonly key: SettingName;
  /** Null if not set. */
  readonly value: string | null;
  readonly source: 'environment' | 'file' | 'unset';
  /** The environment variable or the file. */
  readonly where: string;
}

/** Path of the settings file in a data folder. */
export function settingsFile(dataDir: string): string {
  return path.join(dataDir, 'service-config.json');
}

/**
 * Reads the file; a missing file counts as empty.
 * @param except a setting that may be anything: it is about to be changed
 * @throws SettingRefused naming the file, the key and the environment variable
 */
function readSettings(dataDir: string, except?: string): StoredSettings {
  const file = settingsFile(dataDir);
  let text: string;
  try {
    // Editors of Windows begin a file with a byte order mark.
    text = readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new SettingRefused(`${file} cannot be read: ${(error as Error).message}`);
  }
  const parsed = parse(text);
  if (!parsed) throw new SettingRefused(`${file} must be a JSON object of settings; vau service config list`);
  for (const [key, value] of Object.entries(parsed)) if (key !== except) checkSetting(key, value, file);
  return parsed as StoredSettings;
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param where the source (file or command) named in the message
 * @throws SettingRefused
 */
function checkSetting(key: string, value: unknown, where: string): asserts key is SettingName {
  if (formerSettings.includes(key))
    throw new SettingRefused(
      `${where}: ${key} is no longer a setting: ${POCKETSPHINX_GONE} Remove it with: vau service config unset ${key}`,
    );
  if (!Object.hasOwn(settingKeys, key))
    throw new SettingRefused(`${where}: unknown setting ${key}; the settings are ${settingNames.join(', ')}`);
  const { variable, value: schema } = settingKeys[key as SettingName];
  const checked = schema.safeParse(value);
  if (!checked.success)
    throw new SettingRefused(
      `${where}: ${key} ${checked.error.issues[0]?.message ?? 'is not allowed'} (its environment variable is ${variable})`,
    );
}

/** All settings with their effective values. @throws SettingRefused */
export function effectiveSettings(dataDir: string, env: NodeJS.ProcessEnv): EffectiveSetting[] {
  const stored = readSettings(dataDir);
  return settingNames.map((key) => {
    const { variable } = settingKeys[key];
    const given = env[variable]?.trim();
    if (given) return { key, value: given, source: 'environment', where: variable };
    const value = stored[key] ?? null;
    return { key, value, source: value === null ? 'unset' : 'file', where: settingsFile(dataDir) };
  });
}

/** The environment, with settings from the file where a variable is not set. @throws SettingRefused */
export function settingsEnvironment(dataDir: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const merged: NodeJS.ProcessEnv = { ...env };
  for (const { key, value, source } of effectiveSettings(dataDir, env)) {
    if (source === 'environment')
      checkSetting(key, value, `environment variable ${settingKeys[key].variable}`);
    if (value !== null) merged[settingKeys[key].variable] = value;
  }
  return merged;
}

/**
 * Sets a setting in the file, or removes it if no value is given. Only the owner can read the file.
 * @throws SettingRefused
 */
export async function changeSetting(dataDir: string, key: string, value: string | undefined): Promise<void> {
  if (value !== undefined) checkSetting(key, value, 'vau service config set');
  makeFolder(dataDir, 0o700);
  const { [key as SettingName]: _, ...rest } = readSettings(dataDir, key);
  const changed = value === undefined ? rest : { ...rest, [key]: value };
  await replaceText(settingsFile(dataDir), `${JSON.stringify(changed, null, 2)}\n`);
}
