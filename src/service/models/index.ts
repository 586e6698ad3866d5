export { chosenModel, chosenName, installedModels } from './chosen.ts';
export { entryCode, entryOf, importPackage } from './import-package.ts';
export {
  ENTRY,
  MANIFEST,
  type ModelName,
  modelFolder,
  modelNames,
  type PackageId,
  packageFolder,
} from './layout.ts';
export {
  type InstalledModel,
  type ModelManifest,
  type PackageManifest,
  readModel,
  readPackage,
  writeManifest,
} from './manifest.ts';
