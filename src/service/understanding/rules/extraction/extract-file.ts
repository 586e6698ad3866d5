/**
 * Extraction of entities from a file: its passages, its segments and an ExtractConfig come in; entities of the file
 * and of each segment go out, with evidence and warnings. An Extractor does it, by rules or by a model (types.ts).
 */

import type { Selectable } from 'kysely';
import {
  type ExtractConfig,
  extractDefaults,
  type Modality,
  schemaMeant,
} from '../../../../contract/index.ts';
import { fromJson } from '../../../store/sql/json.ts';
import type { FilesTable } from '../../../store/sql/schema.ts';
import { within } from '../../../text/lines.ts';
import type { UnderstandingContext } from '../../modalities/context.ts';
import type { ModalitiesResult } from '../../modalities/modalities-result.ts';
import { modalityLines } from '../../modalities/modality-lines.ts';
import { type EncoderConfig, fittedEncoder, readerFor } from '../../models/embeddings/index.ts';
import { languageModel } from '../../models/language/model.ts';
import { modelExtractor } from './model/extractor.ts';
import type { Extracted, Extractor, Passage } from './types.ts';

/** What is known about a file besides its content. */
type FileMetadata = Pick<Selectable<FilesTable>, 'metadata' | 'source_metadata'>;

/** Measured facts are not passages. */
const FACTS = 'picture-facts';

/** Speech, on-screen text and scenes, in order of time. */
function passagesOf(result: ModalitiesResult): Passage[] {
  const facts = result.reports.some(({ madeBy }) => madeBy?.provider === FACTS);
  return modalityLines(result).flatMap(({ modality, ...line }) => {
    if (modality === 'audio_description' || (facts && modality === 'visual_scene_description')) return [];
    return [{ source: modality, ...line }];
  });
}

/** Maximum number of metadata values to read. */
const MOST_VALUES = 500;

/** Each text and number in a file's metadata. */
function metadataPassages({ metadata, source_metadata }: FileMetadata): Passage[] {
  const own = [metadata, source_metadata].flatMap((json) => leaves(fromJson<unknown>(json)));
  return own.slice(0, MOST_VALUES).map((text) => ({ source: 'metadata' as const, text }));
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() ? [value] : [];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [];
}

/** When the media was recorded, according to its source, or to `recorded_at` in its metadata. */
function recordedAt({ metadata, source_metadata }: FileMetadata): Date | undefined {
  const source = fromJson<{ start_datetime?: unknown }>(source_metadata)?.start_datetime;
  const own = fromJson<{ recorded_at?: unknown }>(metadata)?.recorded_at;
  const said = [source, own].find((one) => typeof one === 'string' && /^\d{4}-\d\d-\d\d/.test(one));
  const date = new Date(String(said));
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** A segment, in seconds. */
export interface ExtractedSegment {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

/** The entities of a file; undefined for a level that was not requested. */
export interface ExtractedFile {
  readonly file?: Extracted;
  readonly segments?: readonly (Extracted & { readonly segment: ExtractedSegment })[];
  /** The provider of the entities, and notes about them. */
  readonly provider: string;
  readonly notes: readonly string[];
}

/** The encoder compares a schema's fields with what was said. */
type ExtractContext = UnderstandingContext & { readonly config: EncoderConfig };

export interface ExtractRequest {
  readonly file: FileMetadata & { readonly content_hash: string | null };
  readonly config: ExtractConfig;
  readonly segments: readonly ExtractedSegment[];
  readonly analysed: ModalitiesResult;
  /** Images have no segments: they are always read as a whole. */
  readonly whole: boolean;
  /** Called with the number of texts read. */
  readonly onRead?: (done: number, total: number) => void;
}

/** The modalities to read entities from. @param models whether a model writes or reads scene descriptions */
export function modalitiesRead(config: ExtractConfig, mediaType: string | null, models: boolean): Modality[] {
  const spoken = mediaType === 'image' ? [] : ['speech' as const];
  const transcript = config.enable_transcript_mode ?? extractDefaults.enable_transcript_mode;
  if (transcript || mediaType === 'audio') return spoken;
  return [...spoken, 'scene_text', ...(models ? ['visual_scene_description' as const] : [])];
}

/**
 * Extracts the requested entities from a file's results, and from its metadata on request.
 * @returns a sentence if there is nothing to read
 * @throws Error with a readable reason if a model gives no usable response
 */
export async function extractFile(
  ctx: ExtractContext,
  request: ExtractRequest,
): Promise<ExtractedFile | { reason: string }> {
  const { file, segments, analysed } = request;
  const given = withDefaults(request.config);
  const config = { ...given, ...(given.schema && { schema: schemaMeant(given.schema) }) };
  const lines = passagesOf(analysed);
  const metadata = config.enable_metadata_mode ? metadataPassages(file) : [];
  if (lines.length === 0 && metadata.length === 0)
    return { reason: nothingToRead(config.enable_transcript_mode, analysed) };
  const extractor = await extractorFor(ctx, config, [...lines, ...metadata], file);
  const video = config.enable_video_level_entities || request.whole;
  const cut = config.enable_segment_level_entities && !request.whole ? segments : undefined;
  const total = (video ? 1 : 0) + (cut?.length ?? 0);
  let done = 0;
  const read = async (passages: readonly Passage[]): Promise<Extracted> => {
    const extracted = await extractor.extract(passages, ctx.signal);
    ctx.signal.throwIfAborted();
    done += 1;
    request.onRead?.(done, total);
    return extracted;
  };
  const found: (Extracted & { segment: ExtractedSegment })[] = [];
  for (const segment of cut ?? [])
    found.push({ segment, ...(await read(lines.filter((line) => isIn(line, segment)))) });
  return {
    ...(video && { file: await read([...lines, ...metadata]) }),
    ...(cut && { segments: found }),
    provider: extractor.provider,
    notes: [...extractor.notes, ...(metadata.length > 0 && !video ? [METADATA_OF_FILE] : [])],
  };
}

/** A configuration with its defaults. */
export function withDefaults(config: ExtractConfig) {
  const given = Object.entries(config).filter(([, value]) => value !== undefined);
  return { ...extractDefaults, ...(Object.fromEntries(given) as FullConfig) };
}

type FullConfig = Pick<ExtractConfig, 'prompt' | 'schema'> & {
  [Name in keyof typeof extractDefaults]: boolean;
};

const METADATA_OF_FILE =
  "Metadata belongs to the file: it is read for the file's own entities (enable_video_level_entities), not for segments.";

function isIn({ start = 0, end = 0 }: Passage, segment: ExtractedSegment): boolean {
  return within({ start, end }, segment);
}

function nothingToRead(transcript: boolean, { reports }: ModalitiesResult): string {
  const why = reports.map(
    ({ modality, notes, reason }) => [modality.replaceAll('_', ' '), reason ?? notes.join(' ')] as const,
  );
  const reasons = why.filter(([, words]) => words).map(([modality, words]) => `${modality}: ${words}`);
  const nothing = transcript ? 'no speech was heard' : 'no speech was heard and no on-screen text was read';
  return [`${nothing} to extract entities from`, ...reasons].join('; ');
}

/** A model if one is configured, otherwise the typed extractors, which are large and loaded on first use. */
async function extractorFor(
  ctx: ExtractContext,
  config: ExtractConfig,
  all: readonly Passage[],
  file: ExtractRequest['file'],
): Promise<Extractor> {
  const language = languageModel(ctx.config);
  if (language) return modelExtractor(ctx, language, config, file.content_hash, recordedAt(file));
  const { typedExtractor } = await import('./typed-extractor.ts');
  return typedExtractor(config, all, {
    recorded: recordedAt(file),
    encoder: config.schema && fittedEncoder(ctx.config),
    lineReader: config.schema && readerFor(ctx.config),
    log: ctx.log,
  });
}
