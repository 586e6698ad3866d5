/**
 * What `vau service` does to a data folder without serving it: report what would run (here), back up, move, repair. A
 * folder comes in; facts as data go out, which the command line shows.
 */

import { readdir } from 'node:fs/promises';
import { type ServiceConfig, serviceConfig } from '../context/config.ts';
import { messageOf } from '../errors.ts';
import { fileKeys } from '../resources/files/keys.ts';
import { inPlaceObjects } from '../store/objects/in-place/in-place-objects.ts';
import { openObjects } from '../store/objects/open-objects.ts';
import { StorageFault } from '../store/objects/s3/fault.ts';
import {
  type Trial,
  tryLanguage,
  tryMeaning,
  tryPictures,
  trySpeakers,
  trySpeech,
  tryText,
} from '../understanding/analysis/trial.ts';
import {
  type ModalityStatus,
  modalitiesStatus,
  speechStatus,
  stopRecogniser,
  stopSpeech,
} from '../understanding/index.ts';
import { stopPictureEncoders } from '../understanding/modalities/pictures/index.ts';
import { stopEncoders } from '../understanding/models/embeddings/index.ts';
import { stopLanguage } from '../understanding/models/language/local/provider.ts';

/** What a modality's model did with a small task, or why it did not. */
type TrialReport = { readonly modality: string } & (Trial | { readonly error: string });

/** Runs the models of this machine and the endpoints on a small task each, one after another. */
async function runTrials(config: ServiceConfig, signal: AbortSignal): Promise<TrialReport[]> {
  const trials: readonly (readonly [string, () => Promise<Trial | undefined>])[] = [
    ['speech', () => trySpeech(config, signal)],
    ['speakers', () => trySpeakers(config.dataDir, signal)],
    ['scene_text', () => tryText(config.dataDir, signal)],
    ['language', () => tryLanguage(config, signal)],
    ['meaning', () => tryMeaning(config, signal)],
    ['pictures', () => tryPictures(config.dataDir, signal)],
  ];
  const reports: TrialReport[] = [];
  try {
    for (const [modality, attempt] of trials) {
      const report = await attempt().catch((error: unknown) => {
        signal.throwIfAborted();
        return { error: messageOf(error) };
      });
      if (report) reports.push({ modality, ...report });
    }
  } finally {
    const stops = [stopRecogniser, stopEncoders, stopPictureEncoders, stopLanguage, stopSpeech];
    await Promise.all(stops.map((stop) => stop()));
  }
  return reports;
}

/** The files that are read where they are. */
interface InPlace {
  /** The allowed folders; `error` where one cannot be read now. */
  readonly folders: readonly { readonly path: string; readonly error?: string }[];
  /** Number of files in place. */
  readonly files: number;
  /** Those that can no longer be read, and why. */
  readonly faults: readonly { readonly file_id: string; readonly error: string }[];
}

/** Looks at every file in place of a data folder. It reads no database, so a running service does not matter. */
async function examineInPlace(config: ServiceConfig): Promise<InPlace> {
  const { dataDir, inPlaceFolders } = config;
  const stored = await openObjects(dataDir, config.objectStorage);
  const objects = inPlaceObjects(stored, { folders: inPlaceFolders, dataDir });
  const faults: { file_id: string; error: string }[] = [];
  let files = 0;
  for await (const ids of stored.folders('files')) {
    const looked = await Promise.all(
      ids.map(async (id) => {
        const key = fileKeys.original(id);
        const inPlace = (await stored.size(key)) === undefined && (await objects.size(key)) !== undefined;
        return { id, inPlace, error: inPlace ? await objects.fault(key) : undefined };
      }),
    );
    files += looked.filter(({ inPlace }) => inPlace).length;
    for (const { id, error } of looked) if (error !== undefined) faults.push({ file_id: id, error });
  }
  return { folders: await Promise.all(inPlaceFolders.map(folderState)), files, faults };
}

async function folderState(path: string) {
  return readdir(path).then(
    () => ({ path }),
    (error: NodeJS.ErrnoException) => ({ path, error: `cannot be read: ${error.code}` }),
  );
}

/** The output of `vau service doctor`. */
export interface ServiceDoctor {
  readonly data_dir: string;
  readonly modalities: readonly ModalityStatus[];
  readonly object_storage: ObjectStorageState;
  readonly in_place: InPlace;
  /** What each model did with a small task, if asked for. */
  readonly trials?: readonly TrialReport[];
}

/**
 * Which provider a service on this data folder would use for each modality in this environment.
 * @throws SettingRefused if a setting is invalid
 */
export function providers(dataDir: string): Promise<ModalityStatus[]> {
  return modalitiesStatus(serviceConfig({ dataDir }));
}

/** What would hear on this machine. */
export interface HearingState {
  /** The recogniser that is ready; undefined if there is none, and files without subtitles get no transcript. */
  readonly ready: string | undefined;
  /** Whether the default recogniser would be used if it were there: the settings may leave it out. */
  readonly wanted: boolean;
}

/** Whether a service on this data folder could recognise speech in this environment. @throws SettingRefused */
export async function hearingState(dataDir: string): Promise<HearingState> {
  const config = serviceConfig({ dataDir });
  const { providers: all } = await speechStatus(config.speech, config.dataDir);
  const heard = all.find(({ ready, recogniser }) => ready && recogniser);
  return { ready: heard?.name, wanted: config.speech.providers.includes('moonshine') };
}

/** Where the objects are. */
interface ObjectStorageState {
  /** A folder, or s3://BUCKET/PREFIX. */
  readonly location: string;
  /** Why it cannot be used. */
  readonly error?: string;
}

/**
 * Reports which provider a service on this data folder would use for each modality in this environment, and which of its
 * files in place can no longer be read. Asks the object storage whether it can be used.
 * @param trying tries the models on a small task each, until it is aborted
 * @throws SettingRefused if a setting is invalid
 */
export async function doctor(dataDir: string, trying?: AbortSignal): Promise<ServiceDoctor> {
  const config = serviceConfig({ dataDir });
  return {
    data_dir: dataDir,
    modalities: await modalitiesStatus(config),
    ...(await objectsState(config)),
    ...(trying && { trials: await runTrials(config, trying) }),
  };
}

/** What a storage that does not answer holds is not known: no file in place is listed then. */
async function objectsState(
  config: ServiceConfig,
): Promise<Pick<ServiceDoctor, 'object_storage' | 'in_place'>> {
  const objects = await openObjects(config.dataDir, config.objectStorage);
  const location = objects.place();
  try {
    await objects.check?.();
    return { object_storage: { location }, in_place: await examineInPlace(config) };
  } catch (error) {
    if (!(error instanceof StorageFault)) throw error;
    const in_place = { folders: [], files: 0, faults: [] };
    return { object_storage: { location, error: error.message }, in_place };
  }
}
