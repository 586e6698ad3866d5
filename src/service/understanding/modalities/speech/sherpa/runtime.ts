import { pathToFileURL } from 'node:url';
import { entryOf, readPackage } from '../../../../models/index.ts';
import type { ChosenSherpa } from './model-for.ts';

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
