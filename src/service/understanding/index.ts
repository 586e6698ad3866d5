export type { Box, SceneTextLine, SceneTextWord, SpeechLine, SpeechWord } from './lines.ts';
export { MODALITIES, modalitiesFor } from './modalities.ts';
export type { MadeBy } from './port.ts';
export {
  type ModalitiesRequest,
  type ModalitiesResult,
  type ModalityReport,
  runModalities,
} from './run-modalities.ts';
export { stopRecogniser } from './scene-text/recogniser.ts';
export { SettingRefused, type SpeechConfig, speechConfig } from './speech/config.ts';
export { type ProviderStatus, type SpeechStatus, speechStatus } from './speech/status.ts';
export type { Progress } from './stages.ts';
export { type ModalityStatus, modalitiesStatus } from './status.ts';
export { openVisualPass } from './visual-pass/open.ts';
