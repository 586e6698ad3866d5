/**
 * Judges of moments: evidence and a rubric come in (JudgeRequest in port.ts), moments and findings with quotes go out.
 * The language model judges where one is set up (model), else ranking by cues and meaning (ranking).
 */

import type { EmbeddingsConfig } from '../../../context/embeddings-settings.ts';
import { encoderFor, readerFor } from '../../models/embeddings/index.ts';
import { type LanguageConfig, languageModel } from '../../models/language/model.ts';
import { modelJudge } from './model/judge.ts';
import type { Judge } from './port.ts';
import { rankingJudge } from './ranking/judge.ts';

interface JudgeConfig extends LanguageConfig {
  readonly embeddings: EmbeddingsConfig;
}

/** The judge in use: the language model where one is configured, else ranking. */
export function judgeFor(config: JudgeConfig): Judge {
  const language = languageModel(config);
  if (language) return modelJudge(language);
  const encoder = encoderFor(config);
  return rankingJudge(encoder && { encoder, reader: readerFor(config) });
}
