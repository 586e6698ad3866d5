import type { EmbeddingsConfig } from '../../context/embeddings-settings.ts';
import type { ModelEndpoint } from '../../context/model-endpoint.ts';
import { encoderFor } from '../embeddings/index.ts';
import { modelJudge } from './model/judge.ts';
import type { Judge } from './port.ts';
import { rankingJudge } from './ranking/judge.ts';

interface JudgeConfig {
  readonly embeddings: EmbeddingsConfig;
  readonly language?: ModelEndpoint;
}

/** The judge in use: the language model where one is configured, else ranking. */
export function judgeFor(config: JudgeConfig): Judge {
  return config.language ? modelJudge(config.language) : rankingJudge(encoderFor(config));
}
