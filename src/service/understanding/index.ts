export type { Box, SceneTextLine, SceneTextWord, SpeechLine, SpeechWord } from './lines.ts';
export type { MadeBy, Sense } from './port.ts';
export { runSenses, type SenseReport, type SensesRequest, type SensesResult } from './run-senses.ts';
export { stopRecogniser } from './scene-text/recogniser.ts';
export { SENSES, sensesFor } from './senses.ts';
export { openSight } from './sight/open.ts';
export { SettingRefused, type SpeechConfig, speechConfig } from './speech/config.ts';
export { type ProviderStatus, type SpeechStatus, speechStatus } from './speech/status.ts';
export type { Progress } from './stages.ts';
