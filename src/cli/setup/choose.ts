import { loadService } from '../local/door.ts';
import type { EntryName } from './catalogue/index.ts';

/**
 * Sets the service to use a model. Languages of text are used as soon as they are there.
 * @returns the setting; null if there is none
 */
export async function choose(dataDir: string, name: EntryName, model: string): Promise<string | null> {
  if (name === 'text') return null;
  const { changeSetting, modelSettings } = await loadService();
  const { setting } = modelSettings[name];
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
