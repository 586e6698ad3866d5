import { serviceConfig } from '../context/config.ts';
import { type ModalityStatus, modalitiesStatus } from '../understanding/index.ts';

/** The output of `vau service doctor`. */
export interface ServiceDoctor {
  readonly data_dir: string;
  readonly modalities: readonly ModalityStatus[];
}

/**
 * Reports which provider a service on this data folder would use for each modality in this environment.
 * @throws SettingRefused if a setting is invalid
 */
export async function doctor(dataDir: string): Promise<ServiceDoctor> {
  return { data_dir: dataDir, modalities: await modalitiesStatus(serviceConfig({ dataDir })) };
}
