import { serviceConfig } from '../context/config.ts';
import { type ModalityStatus, modalitiesStatus } from '../understanding/index.ts';
import { examineInPlace, type InPlace } from './examine-in-place.ts';

/** The output of `vau service doctor`. */
export interface ServiceDoctor {
  readonly data_dir: string;
  readonly modalities: readonly ModalityStatus[];
  readonly in_place: InPlace;
}

/**
 * Which provider a service on this data folder would use for each modality in this environment.
 * @throws SettingRefused if a setting is invalid
 */
export function providers(dataDir: string): Promise<ModalityStatus[]> {
  return modalitiesStatus(serviceConfig({ dataDir }));
}

/**
 * Reports which provider a service on this data folder would use for each modality in this environment, and which of its
 * files in place can no longer be read.
 * @throws SettingRefused if a setting is invalid
 */
export async function doctor(dataDir: string): Promise<ServiceDoctor> {
  const config = serviceConfig({ dataDir });
  return {
    data_dir: dataDir,
    modalities: await modalitiesStatus(config),
    in_place: await examineInPlace(config),
  };
}
