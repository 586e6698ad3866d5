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
  const { variable } = modelSettings[name];
  const model = settingsEnvironment(dataDir, process.env)[variable]?.trim();
  if (!model) return undefined;
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
