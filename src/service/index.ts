export type { ServiceConfig } from './config.ts';
export { doctor, type ServiceDoctor } from './doctor.ts';
export { ServiceError } from './errors.ts';
export { type OpenOptions, type OpenService, openService } from './open-service.ts';
export {
  changeSetting,
  type EffectiveSetting,
  effectiveSettings,
  settingsFile,
} from './settings/file.ts';
export { type SettingName, settingKeys, settingNames } from './settings/keys.ts';
export { type RunningService, type StartOptions, startService } from './start-service.ts';
