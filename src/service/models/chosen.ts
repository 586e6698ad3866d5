import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type ChosenName, folderName, modelSettings } from '../context/local-models.ts';
import { settingsEnvironment } from '../context/settings-file.ts';
import type { ModelName } from './layout.ts';
import { type InstalledModel, readModel } from './manifest.ts';

/**
 * The model in use. The settings are read now: what vau setup has just brought is used without a restart.
 * @returns undefined if none is set up
 * @throws Error naming the model and the command that brings it, if one is set and is not there
 */
export function chosenModel(dataDir: string, name: ChosenName): InstalledModel | undefined {
  const model = chosenName(dataDir, name);
  if (model === undefined) return undefined;
  const { variable } = modelSettings[name];
  const next = `Get it with: vau setup ${name} ${model}`;
  let found: InstalledModel | undefined;
  try {
    found = readModel(dataDir, name, model);
  } catch (error) {
    throw new Error(`The model ${model} is damaged: ${(error as Error).message} ${next}`, { cause: error });
  }
  if (found) return found;
  throw new Error(
    `The model ${model} for ${name} is not installed, but ${variable} or its setting names it. ${next}`,
  );
}

/** The model that the settings name, whether it is there or not; undefined if they name none. */
export function chosenName(dataDir: string, name: ChosenName): string | undefined {
  return settingsEnvironment(dataDir, process.env)[modelSettings[name].variable]?.trim() || undefined;
}

/** All complete models of a name, sorted; damaged ones are left out. */
export function installedModels(dataDir: string, name: ModelName): InstalledModel[] {
  let models: string[];
  try {
    models = readdirSync(path.join(dataDir, 'models', name)).sort();
  } catch {
    return [];
  }
  return models
    .filter((model) => folderName.test(model))
    .flatMap((model) => {
      try {
        return readModel(dataDir, name, model) ?? [];
      } catch {
        return [];
      }
    });
}
