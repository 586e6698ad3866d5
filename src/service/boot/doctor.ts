import { type ServiceConfig, serviceConfig } from '../context/config.ts';
import { openObjects } from '../store/open-objects.ts';
import { StorageFault } from '../store/s3/fault.ts';
import { type ModalityStatus, modalitiesStatus, speechStatus } from '../understanding/index.ts';
import { examineInPlace, type InPlace } from './examine-in-place.ts';
import { runTrials, type TrialReport } from './trials.ts';

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
  const heard = all.find(({ name, ready }) => ready && name !== 'sidecar' && name !== 'subtitle-track');
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
