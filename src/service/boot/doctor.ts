import { serviceConfig } from '../context/config.ts';
import { type ModalityStatus, modalitiesStatus } from '../understanding/index.ts';

/** What `vau service doctor` tells. */
export interface ServiceDoctor {
  readonly data_dir: string;
  readonly senses: readonly ModalityStatus[];
}

/**
 * Says for each modality which provider a service on this data folder would use, started from this environment.
 * @throws SettingRefused when a setting cannot be
 */
export async function doctor(dataDir: string): Promise<ServiceDoctor> {
  return { data_dir: dataDir, senses: await modalitiesStatus(serviceConfig({ dataDir })) };
}
