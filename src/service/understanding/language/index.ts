export {
  type AskOfModel,
  askLanguageInService,
  ownLanguage,
  stopLanguage,
} from './local/provider.ts';
export { type LanguageModel, languageModel } from './model.ts';
