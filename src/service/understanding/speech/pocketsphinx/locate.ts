import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** The program of the system's pocketsphinx. */
const PROGRAM = 'pocketsphinx_batch';

/** Folders where systems install the English model. */
const MODELS = ['/usr/share/pocketsphinx/model/en-us', '/usr/local/share/pocketsphinx/model/en-us'];

/** Paths of the program and its English model. */
export interface Pocketsphinx {
  readonly program: string;
  /** Folder with `en-us`, `en-us.lm.bin` and `cmudict-en-us.dict`. */
  readonly model: string;
}

/** The required files of the model, inside its folder. */
export const MODEL_FILES = {
  acoustic: 'en-us',
  language: 'en-us.lm.bin',
  dictionary: 'cmudict-en-us.dict',
} as const;

/** The system's pocketsphinx with its English model; undefined if one of them is missing. */
export function findPocketsphinx(env: NodeJS.ProcessEnv = process.env): Pocketsphinx | undefined {
  const folders = (env.PATH ?? '').split(path.delimiter).filter((folder) => folder !== '');
  const program = folders
    .map((folder) => path.resolve(folder, PROGRAM))
    .find((file) => can(file, constants.X_OK));
  const model = MODELS.find((folder) =>
    Object.values(MODEL_FILES).every((name) => can(path.join(folder, name), constants.R_OK)),
  );
  return program === undefined || model === undefined ? undefined : { program, model };
}

function can(file: string, mode: number): boolean {
  try {
    accessSync(file, mode);
    return true;
  } catch {
    return false;
  }
}
