import type { MadeBy } from '../../understanding/modalities/port.ts';
import { type LanguageConfig, languageModel, providerOf } from '../../understanding/models/language/model.ts';
import { outlinePrompt, promptId } from '../../understanding/models/language/prompts/prompt.ts';

/** What makes chapters and titles now; undefined without a language model that can be used. */
export function outlineMaker(config: LanguageConfig): MadeBy | undefined {
  const language = languageModel(config);
  if (!language || 'problem' in language) return undefined;
  const settings = { version: language.model, question: promptId(outlinePrompt) };
  return { provider: providerOf(language), settings };
}
