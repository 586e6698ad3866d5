import { loadService } from '../local/opening/door.ts';
import type { EntryName } from './catalogue/index.ts';

/**
 * Sets the service to use a model. Languages of text are used as soon as they are there.
 * @param named the user has named it; otherwise another model that is there stays in use
 * @returns the setting; null if there is none, or it was left alone
 */
export async function choose(
  dataDir: string,
  name: EntryName,
  model: string,
  named: boolean,
): Promise<string | null> {
  if (name === 'text') return null;
  const { changeSetting, effectiveSettings, installedModels, modelSettings } = await loadService();
  const { setting } = modelSettings[name];
  const now = effectiveSettings(dataDir, {}).find(({ key }) => key === setting)?.value ?? null;
  const there = () => installedModels(dataDir, name).some(({ manifest }) => manifest.model === now);
  if (!named && now !== null && now !== model && there()) return null;
  await changeSetting(dataDir, setting, model);
  return setting;
}

/** The model that the settings file or the environment names. */
export async function chosenIn(
  dataDir: string,
  name: EntryName,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (name === 'text') return undefined;
  const { effectiveSettings, modelSettings } = await loadService();
  const { setting } = modelSettings[name];
  return effectiveSettings(dataDir, env).find(({ key }) => key === setting)?.value ?? undefined;
}
