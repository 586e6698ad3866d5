import type { ServiceConfig } from '../../context/config.ts';
import { objectSettings } from '../../context/object-settings.ts';
import { settingsEnvironment } from '../../context/settings-file.ts';

/** The bucket of --objects, with the other settings of the folder. @throws SettingRefused */
export function objectsIn(
  dataDir: string,
  location: string | undefined,
): Pick<ServiceConfig, 'objectStorage'> {
  if (location === undefined) return {};
  const objectStorage = objectSettings(settingsEnvironment(dataDir, process.env), location);
  return objectStorage ? { objectStorage } : {};
}
