import type { ExtractConfig, Modality } from '../../../contract/index.ts';
import type { JobContext } from '../../jobs/handlers.ts';
import type { MadeBy, ModalitiesResult, Progress } from '../../understanding/index.ts';
import { providersIn } from '../../understanding/modalities/modality-lines.ts';
import { EndpointRefused } from '../../understanding/models/endpoint/errors.ts';
import {
  type ExtractedFile,
  extractFile,
  modalitiesRead,
} from '../../understanding/rules/extraction/extract-file.ts';
import { analyseFile, wholeFailure } from '../analysis/analyse-file.ts';
import type { FileRow } from '../common/lookup.ts';

interface Request {
  readonly file: FileRow;
  readonly config: ExtractConfig;
  readonly segmentation_id: string | null;
  /** Whether to find the shots too. */
  readonly shots: boolean;
  /** Names and terms for the speech recogniser. */
  readonly vocabulary?: readonly string[];
  /** The makers of results that stay as they are. */
  readonly stays?: ReadonlyMap<Modality, MadeBy>;
  readonly onProgress?: (progress: Progress) => void;
}

/** The entities extracted from a file and their sources; or how the job ended without any. */
export type FoundEntities =
  | {
      readonly extracted: ExtractedFile;
      readonly analysed: ModalitiesResult;
      /** The provider of the entities and of each modality they were read from, in words. */
      readonly providers: Record<string, string>;
    }
  | {
      readonly status: 'failed' | 'not_applicable';
      readonly error: string;
      readonly analysed?: ModalitiesResult;
    };

/** Analyses what a configuration needs of a file, and extracts the entities. @throws MediaError */
export async function entitiesOf(ctx: JobContext, request: Request): Promise<FoundEntities> {
  const { file, config, vocabulary, stays, onProgress } = request;
  const modalities = modalitiesRead(config, file.media_type, ctx.config.vision !== undefined);
  const options = {
    shots: request.shots,
    ...(vocabulary && { vocabulary }),
    ...(stays && { stays }),
    ...(onProgress && { onProgress }),
  };
  const analysed = await analyseFile(ctx, file, modalities, options);
  const failure = wholeFailure(analysed);
  if (failure !== undefined) return { status: 'failed', error: failure };
  const segments = await ctx.db
    .selectFrom('segments')
    .select(['id', 'start_time as start', 'end_time as end'])
    .where('segmentation_id', '=', request.segmentation_id ?? '')
    .orderBy('position')
    .execute();
  ctx.progress('extracting entities');
  try {
    const extracted = await extractFile(ctx, {
      file,
      config,
      segments,
      analysed,
      whole: file.media_type === 'image',
      onRead: (done, total) => onProgress?.({ stage: 'extracting entities', done, total }),
    });
    if ('reason' in extracted) return { status: 'not_applicable', error: extracted.reason, analysed };
    const { provider, notes } = extracted;
    const made = notes.length > 0 ? `${provider}: ${notes.join(' ')}` : provider;
    return { extracted, analysed, providers: { entities: made, ...providersIn(analysed.reports) } };
  } catch (error) {
    if (error instanceof EndpointRefused) return { status: 'failed', error: error.message };
    throw error;
  }
}
