/**
 * The service as the command line sees it: opening and starting it, its workers, and what is done to a data folder
 * beside it (doctor, backup, repair, move, settings, models). The command line imports nothing else of it.
 */

export type { BackupRecord } from './backup/record.ts';
export { type BackupRequest, backup, restore } from './boot/backup.ts';
export { doctor, type HearingState, hearingState, providers, type ServiceDoctor } from './boot/doctor.ts';
export { type Moved, type MoveRequest, move } from './boot/move.ts';
export { isFolderHeld } from './boot/opening/lock.ts';
export { type Accounts, openAccounts, type Token } from './boot/opening/open-accounts.ts';
export { type OpenOptions, type OpenService, openService } from './boot/opening/open-service.ts';
export { type RunningService, type StartOptions, startService } from './boot/processes/start-service.ts';
export { type RunningWorkers, startWorkers } from './boot/processes/start-workers.ts';
export type { Leftover } from './boot/registry/leftovers.ts';
export { openRepair, type Repair } from './boot/repair.ts';
export type { ServiceConfig } from './context/config.ts';
export {
  changeSetting,
  type EffectiveSetting,
  effectiveSettings,
  settingsFile,
} from './context/settings-file.ts';
export {
  formerSettings,
  modelSettings,
  type SettingName,
  settingKeys,
  settingNames,
} from './context/settings-keys.ts';
export { ServiceError } from './errors.ts';
export {
  ENTRY,
  entryCode,
  installedModels,
  type ModelManifest,
  modelFolder,
  packageFolder,
  readPackage,
  writeManifest,
} from './models/index.ts';
export { isNoRoom } from './trouble.ts';
