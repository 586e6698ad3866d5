import { messageOf } from '../../errors.ts';
import { chosenModel, type InstalledModel, installedModels } from '../../models/index.ts';
import type { TextEncoder } from '../embeddings/index.ts';
import type { ModelPort } from '../model-process/messages.ts';
import { type ModelProcess, modelProcess } from '../model-process/own-process.ts';
import { throughService } from '../model-process/through-service.ts';
import type { AskOfPictures, PictureAsk, PictureForm } from './messages.ts';
import { nameOf, PICTURES, pictureModel } from './model.ts';

export type { AskOfPictures, PictureForm } from './messages.ts';
export { type FramePlace, framesOf } from './wanted-frames.ts';

type Vectors = Float32Array[];

/** Turns pictures and texts into vectors that are near each other if the picture shows what the text says. */
export interface PictureEncoder extends TextEncoder {
  /** How it wants its pictures. */
  readonly form: PictureForm;
  /** One vector for each picture, as for texts. @param pictures rgb24 in its form */
  encodePictures(pictures: readonly Uint8Array[], signal: AbortSignal): Promise<Vectors>;
}

/** A process with this encoder that hangs for so long is ended. A large one takes a while to load. */
const HANGS_MS = 180_000;

/** The processes that this one has started, by model. */
const processes = new Map<string, ModelProcess<PictureAsk, Vectors>>();

/** Encoders in processes that this one starts. */
export const ownPictureEncoders: ModelPort<AskOfPictures, Vectors> = {
  ask({ of, ask }, signal) {
    const key = JSON.stringify(of);
    const one =
      processes.get(key) ??
      modelProcess<PictureAsk, Vectors>({
        ...{ kind: 'pictures', name: 'picture encoder', entry: 'picture-encoder' },
        args: () => [key],
        hangsMs: HANGS_MS,
      });
    processes.set(key, one);
    return one.ask(ask, signal);
  },
};

/** Who is asked: a process of this one, or in a worker the service. */
let port = ownPictureEncoders;

/** Lets the service encode for this process, which is one of its workers. */
export function encodePicturesInService(): void {
  port = throughService('pictures');
}

/** Ends the processes that this one has started. The next request starts another. */
export async function stopPictureEncoders(): Promise<void> {
  await Promise.all([...processes.values()].map((one) => one.stop()));
}

/** The encoder that vau setup brought and that is in use; undefined if there is none. The settings are read now. */
export function pictureEncoder(dataDir: string): PictureEncoder | undefined {
  try {
    const chosen = chosenModel(dataDir, 'pictures');
    return chosen && encoderOf(dataDir, chosen);
  } catch (error) {
    return broken(messageOf(error));
  }
}

/** The encoder on this machine that made vectors of this name; undefined if it is not there any more. */
export function pictureEncoderNamed(dataDir: string, model: string): PictureEncoder | undefined {
  if (!model.startsWith(PICTURES)) return undefined;
  const found = installedModels(dataDir, 'pictures').find((one) => nameOf(one) === model);
  try {
    return found && encoderOf(dataDir, found);
  } catch {
    return undefined;
  }
}

/** By folder and time: an encoder's latest queries are remembered with it. */
const known = new Map<string, PictureEncoder>();

function encoderOf(dataDir: string, installed: InstalledModel): PictureEncoder {
  const key = `${installed.folder} ${installed.manifest.installed_at}`;
  const encoder = known.get(key) ?? makeEncoder(dataDir, installed);
  known.set(key, encoder);
  return encoder;
}

function makeEncoder(dataDir: string, installed: InstalledModel): PictureEncoder {
  const of = pictureModel(dataDir, installed);
  const [language, ...others] = installed.manifest.languages;
  return {
    model: nameOf(installed),
    language: others.length === 0 ? language : undefined,
    form: of.pictures,
    encode: (texts, signal) => port.ask({ of, ask: { texts } }, signal),
    encodePictures: (pictures, signal) => port.ask({ of, ask: { pictures } }, signal),
  };
}

/** An encoder that is set up and cannot be used: searches go without it, and say why. */
function broken(problem: string): PictureEncoder {
  const fail = () => Promise.reject(new Error(problem));
  const form: PictureForm = { size: 1, fit: 'crop', mean: [], deviation: [] };
  return { model: PICTURES, language: undefined, problem, form, encode: fail, encodePictures: fail };
}
