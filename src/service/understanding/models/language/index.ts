export {
  type AskOfModel,
  askLanguageInService,
  ownLanguage,
  stopLanguage,
} from './local/provider.ts';
export { type LanguageModel, languageModel, providerOf } from './model.ts';
