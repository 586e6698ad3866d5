/** Names of models and versions become names of folders. */
export const folderName = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,99}$/;

/** The settings that name the model in use, and their variables, by what it is for. */
export const modelSettings = {
  speech: { setting: 'speech_local', variable: 'VAU_SPEECH_LOCAL' },
  speakers: { setting: 'speakers_local', variable: 'VAU_SPEAKERS_LOCAL' },
  meaning: { setting: 'meaning_local', variable: 'VAU_MEANING_LOCAL' },
  pictures: { setting: 'pictures_local', variable: 'VAU_PICTURES_LOCAL' },
  language: { setting: 'language_local', variable: 'VAU_LANGUAGE_LOCAL' },
} as const;

/** What has one model in use at a time. Languages of scene text are used together. */
export type ChosenName = keyof typeof modelSettings;
