/** [SAFE-2] [SAFE-3] The first third of the hostile media (support/corpus.ts). */
import { tryCorpus } from './support/corpus.ts';

tryCorpus(1);
