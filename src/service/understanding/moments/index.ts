import type { ModelEndpoint } from '../../context/model-endpoint.ts';
import { encoderFor } from '../embeddings/index.ts';
import type { Judge } from './port.ts';
import { rankingJudge } from './ranking/judge.ts';

interface JudgeConfig {
  readonly embeddings?: ModelEndpoint;
  readonly language?: ModelEndpoint;
}

/** The judge in use. */
export function judgeFor(config: JudgeConfig): Judge {
  return rankingJudge(encoderFor(config));
}
