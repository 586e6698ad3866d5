/**
 * The configuration: which value of each setting applies (flag, environment, profile, default) and where it comes
 * from; and writing it.
 */

export { type Document, folderOfService, type Profile, readDocument } from './document.ts';
export { ConfigError } from './errors.ts';
export {
  cacheFolder,
  configFile,
  configFolder,
  dataFolder,
  here,
  homeFolder,
  type System,
  xdgFolder,
} from './paths.ts';
export {
  defaultProfile,
  defaultRequestTimeout,
  defaultTotalTimeout,
  type Given,
  type Key,
  keys,
  masked,
  type OwnKey,
  resolveSettings,
  type Setting,
  type Settings,
  type Source,
} from './settings.ts';
export { changeDocument, changeProfile, type Written } from './write.ts';
