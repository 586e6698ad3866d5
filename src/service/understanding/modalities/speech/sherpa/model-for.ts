import { chosenModel, type InstalledModel } from '../../../../models/index.ts';
import { MOONSHINE_KIND } from '../moonshine/weights.ts';
import { inspectModel, type SherpaModel } from './model.ts';

/** The model to use, and where the package that runs it is. */
export interface ChosenSherpa extends SherpaModel {
  readonly dataDir: string;
  /** What vau setup brought; undefined for a folder of the user's. */
  readonly installed?: InstalledModel;
}

/**
 * The model to use: the one in the user's folder, else the one that vau setup brought.
 * @returns undefined if there is none
 * @throws Error naming the file that is missing or damaged
 */
export async function modelFor(
  dataDir: string,
  folder: string | undefined,
): Promise<ChosenSherpa | undefined> {
  if (folder !== undefined) return { ...(await inspectModel(folder)), dataDir };
  const installed = chosenModel(dataDir, 'speech');
  // The default recogniser runs it itself.
  if (!installed || installed.manifest.kind === MOONSHINE_KIND) return undefined;
  return { ...(await inspectModel(installed.folder)), dataDir, installed };
}
