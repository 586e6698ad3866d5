/**
 * Chapters and titles by the language model, after a collection file was completed with quotes. Its lines come in; a
 * structure goes out whose new titles hold, and the model that was asked is noted (rows.ts).
 */

import type { JobContext, JobHandler } from '../../jobs/handlers.ts';
import { fromJson, toJson } from '../../store/sql/json.ts';
import type { Db } from '../../store/sql/schema.ts';
import { makerName } from '../../understanding/analysis/makers.ts';
import { timed } from '../../understanding/analysis/speeds.ts';
import type { ModalitiesResult } from '../../understanding/index.ts';
import type { MadeBy } from '../../understanding/modalities/port.ts';
import { keepResult, keptResult, resultKey } from '../../understanding/modalities/results.ts';
import { AnswerUnusable, ModelDeclined } from '../../understanding/models/endpoint/errors.ts';
import { chatSession } from '../../understanding/models/language/chat.ts';
import { languageModel } from '../../understanding/models/language/model.ts';
import { sentencesOf } from '../../understanding/rules/chapters/sentences.ts';
import { type Outline, type OutlineLine, outlineOf } from '../../understanding/rules/outline/index.ts';
import type { Structure } from '../../understanding/rules/structure/index.ts';
import { withOutline } from '../../understanding/rules/structure/with-outline.ts';
import { factsOf, writeStructure } from '../analysis/structure.ts';
import { durationOf, type FileRow } from '../common/lookup.ts';
import type { RowOf } from '../common/rows.ts';
import { fileOfJob } from '../files/keys.ts';
import type { CollectionFileKey } from '../passages/vector-rows.ts';
import { noteOutline, outlineMaker } from './rows.ts';

type Lines = ModalitiesResult['lines'];

/** What was said, shown and described in a collection file; without what is not to be trusted. */
async function storedLines(
  db: Db,
  { collection_id, file_id }: Pick<CollectionFileKey, 'collection_id' | 'file_id'>,
): Promise<Lines> {
  const rows = await db
    .selectFrom('modality_lines')
    .select(['modality', 'text', 'start_time as start', 'end_time as end', 'speaker'])
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .orderBy('start_time')
    .orderBy('position')
    .execute();
  const of = (modality: string) =>
    rows.flatMap(({ modality: own, speaker, ...line }) =>
      own === modality ? [{ ...line, ...(speaker !== null && { speaker }) }] : [],
    );
  return {
    speech: of('speech'),
    scene_text: of('scene_text').map((line) => ({ ...line, time: line.start, words: [] })),
    visual_scene_description: of('visual_scene_description'),
    audio_description: [],
  };
}

/** The lines that a model reads: spoken sentences and on-screen texts, in order of time. */
function outlineLines({ speech, scene_text }: Lines): OutlineLine[] {
  const lines: OutlineLine[] = [
    ...sentencesOf(speech).map((sentence) => ({ ...sentence, origin: 'said' as const })),
    ...scene_text.map(({ text, start, end }) => ({ text, start, end, origin: 'on screen' as const })),
  ];
  return lines.sort((one, other) => one.start - other.start);
}

type StructureRow = RowOf<'collection_file_structures'>;

/** Fewer lines than this have no chapters. */
const LEAST_LINES = 4;

/**
 * Asks the language model for the chapters and titles of a collection file that has been completed with quotes. If it
 * gives none that hold, or fails, the quotes stay. What a model said of the same lines before stays too, until a redo asks for
 * better ones.
 */
export const writeOutline: JobHandler<'outline.write'> = {
  async run(ctx, key) {
    const file = await fileOfJob(ctx, key.file_id);
    const row = await structureRow(ctx, key);
    if ('reason' in file || !row) return;
    const lines = await storedLines(ctx.db, key);
    const asked = outlineLines(lines);
    const answer = (await saidBefore(ctx, file, row, asked)) ?? (await askedNow(ctx, file, asked));
    if (!answer) return;
    const { outline, made } = answer;
    const facts = { duration: durationOf(file), ...(await factsOf(ctx, file)) };
    const before = fromJson<Structure>(row.structure);
    const structure = outline ? withOutline(before, outline, { lines }, facts, inWords(made)) : before;
    await ctx.write(async (trx) => {
      // A file that was analysed again meanwhile has a job of its own.
      const now = await structureRow({ db: trx }, key);
      if (now?.structure !== row.structure) return;
      await writeStructure(trx, row, structure);
      await noteOutline(trx, key, { outlined_by: toJson(made), outline_error: null });
    });
  },
  /** The quotes stay. */
  async exhausted(ctx, key, reason) {
    ctx.log.warn('a language model made no chapters and titles of a file', { ...key, error: reason });
    await ctx.write((trx) => noteOutline(trx, key, { outline_error: reason }));
  },
};

/** An outline, and what made it; none if the model was asked, or need not be, and gave none that holds. */
interface Answer {
  readonly outline: Outline | undefined;
  readonly made: MadeBy;
}

const inWords = ({ provider, settings }: MadeBy) => `${provider} ${settings.version}, ${settings.question}`;

/** What the model that was asked before said of the same lines. */
async function saidBefore(
  ctx: JobContext,
  file: FileRow,
  { outlined_by }: StructureRow,
  lines: readonly OutlineLine[],
): Promise<Answer | undefined> {
  const made = fromJson<MadeBy>(outlined_by);
  const outline = made ? await known(ctx, file, made, lines) : undefined;
  return made && outline ? { outline, made } : undefined;
}

/** The outline by the model in use, from an earlier answer to the same lines if there is one. Undefined without a model. */
async function askedNow(
  ctx: JobContext,
  file: FileRow,
  lines: readonly OutlineLine[],
): Promise<Answer | undefined> {
  const language = languageModel(ctx.config);
  const made = outlineMaker(ctx.config);
  if (!language || !made) return undefined;
  if (lines.length < LEAST_LINES) return { outline: undefined, made };
  const before = await known(ctx, file, made, lines);
  if (before) return { outline: before, made };
  const of = { analysis: 'chapters', made: makerName(made), seconds: durationOf(file) };
  try {
    const outline = await timed(ctx, of, () => outlineOf(chatSession(language), lines, ctx.signal));
    const key = keyOf(file, made, lines);
    if (key) await keepResult(ctx, key, outline);
    return { outline, made };
  } catch (error) {
    if (!(error instanceof AnswerUnusable || error instanceof ModelDeclined)) throw error;
    // The same question would get the same answer.
    ctx.log.warn('a language model made no chapters and titles of a file', { file_id: file.id, error });
    return { outline: undefined, made };
  }
}

function keyOf(file: FileRow, { provider, settings }: MadeBy, lines: readonly OutlineLine[]) {
  const said = JSON.stringify(lines.map(({ start, text }) => [start, text]));
  return resultKey(file.content_hash, 'outline', { provider, settings: { ...settings, lines: said } });
}

async function known(ctx: JobContext, file: FileRow, made: MadeBy, lines: readonly OutlineLine[]) {
  const key = keyOf(file, made, lines);
  return key && keptResult<Outline>(ctx, key);
}

function structureRow(
  { db }: Pick<JobContext, 'db'>,
  { collection_id, file_id }: { readonly collection_id: string; readonly file_id: string },
) {
  return db
    .selectFrom('collection_file_structures')
    .selectAll()
    .where('collection_id', '=', collection_id)
    .where('file_id', '=', file_id)
    .executeTakeFirst();
}
