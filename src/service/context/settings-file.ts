import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { isRecord } from '../../contract/record.ts';
import { SettingRefused } from './setting-refused.ts';
import { type SettingName, settingKeys, settingNames } from './settings-keys.ts';

/** What the file holds: the settings that were set, as text. */
export type StoredSettings = { readonly [Name in SettingName]?: string };

/** A setting that counts, and where it comes from. */
export interface EffectiveSetting {
  readonly key: SettingName;
  /** Null where it is not set. */
  readonly value: string | null;
  readonly source: 'environment' | 'file' | 'unset';
  /** The variable or the file. */
  readonly where: string;
}

/** The file of a data folder. */
export function settingsFile(dataDir: string): string {
  return path.join(dataDir, 'service-config.json');
}

/**
 * Reads the file; one that is not there is empty.
 * @throws SettingRefused naming the file, the key and the environment variable
 */
function readSettings(dataDir: string): StoredSettings {
  const file = settingsFile(dataDir);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new SettingRefused(`${file} cannot be read: ${(error as Error).message}`);
  }
  const parsed = parse(text);
  if (!parsed) throw new SettingRefused(`${file} must be a JSON object of settings; vau service config list`);
  for (const [key, value] of Object.entries(parsed)) checkSetting(key, value, file);
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
 * @param where the file or the command it comes from, for the message
 * @throws SettingRefused
 */
function checkSetting(key: string, value: unknown, where: string): asserts key is SettingName {
  if (!Object.hasOwn(settingKeys, key))
    throw new SettingRefused(`${where}: there is no setting ${key}; there are ${settingNames.join(', ')}`);
  const { variable, value: schema } = settingKeys[key as SettingName];
  const checked = schema.safeParse(value);
  if (!checked.success)
    throw new SettingRefused(
      `${where}: ${key} ${checked.error.issues[0]?.message ?? 'is not allowed'} (its environment variable is ${variable})`,
    );
}

/** Every setting with what counts now. @throws SettingRefused */
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

/** The environment with the file's settings where it has none of its own. @throws SettingRefused */
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
 * Sets a setting in the file, or takes it out where no value is given. The file is readable by its owner alone.
 * @throws SettingRefused
 */
export async function changeSetting(dataDir: string, key: string, value: string | undefined): Promise<void> {
  if (value !== undefined) checkSetting(key, value, 'vau service config set');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const { [key as SettingName]: _, ...rest } = readSettings(dataDir);
  const changed = value === undefined ? rest : { ...rest, [key]: value };
  const file = settingsFile(dataDir);
  const part = `${file}.${randomUUID()}.part`;
  try {
    const handle = await open(part, 'wx', 0o600);
    await handle.writeFile(`${JSON.stringify(changed, null, 2)}\n`);
    await handle.sync();
    await handle.close();
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
}
