import { pathToFileURL } from 'node:url';
import { chosenModel, entryOf, type InstalledModel, readPackage } from '../../../../models/index.ts';
import { MOONSHINE_KIND } from '../moonshine/weights.ts';
import { inspectModel, type SherpaModel } from './model.ts';

/** The package that runs the models. It is not a dependency of ours. */
const PACKAGE = 'sherpa-onnx-node';

/** Where the package is, for a process that imports it: the file that imports it by name, or its own address. */
export type Runtime = { readonly entry: string } | { readonly url: string };

/**
 * Finds the package without loading it: the one that vau setup brought for the model, else one that the user has installed
 * beside vau.
 * @throws Error saying how to install it
 */
export function runtimeFor({ dataDir, installed }: Pick<ChosenSherpa, 'dataDir' | 'installed'>): Runtime {
  if (!installed) return besideVau();
  const { manifest } = installed;
  const id = manifest.packages.find(({ name }) => name === PACKAGE);
  if (id && readPackage(dataDir, id)) return { entry: entryOf(dataDir, id) };
  const next = `Get it with: vau setup ${manifest.name} ${manifest.model}`;
  throw new Error(`The package ${PACKAGE} is not installed. ${next}`);
}

function besideVau(): Runtime {
  try {
    return { url: import.meta.resolve(PACKAGE) };
  } catch (error) {
    throw new Error(`The package ${PACKAGE} is not there; install it beside vau: npm install -g ${PACKAGE}`, {
      cause: error,
    });
  }
}

/** Imports the package, in the recogniser's process. */
export async function importRuntime(runtime: Runtime): Promise<unknown> {
  if ('url' in runtime) return import(runtime.url);
  const { load } = (await import(pathToFileURL(runtime.entry).href)) as {
    load: (name: string) => Promise<unknown>;
  };
  return load(PACKAGE);
}

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
