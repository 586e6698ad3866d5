import type { JobContext, JobHandler } from '../../jobs/handlers.ts';
import { fromJson } from '../../store/json.ts';
import { chatSession } from '../../understanding/language/chat.ts';
import { AnswerUnusable, ModelDeclined } from '../../understanding/language/errors.ts';
import { languageModel, providerOf } from '../../understanding/language/index.ts';
import { outlinePrompt } from '../../understanding/language/prompts/outline.ts';
import { promptId } from '../../understanding/language/prompts/prompt.ts';
import { type Outline, type OutlineLine, outlineOf } from '../../understanding/outline/index.ts';
import { keepResult, keptResult, resultKey } from '../../understanding/results.ts';
import type { Structure } from '../../understanding/structure/index.ts';
import { withOutline } from '../../understanding/structure/with-outline.ts';
import { factsOf, writeStructure } from '../analysis/structure.ts';
import type { FileRow } from '../common/lookup.ts';
import { fileOfJob } from '../files/file-of-job.ts';
import { durationOf } from '../files/usable.ts';
import { outlineLines, storedLines } from './lines.ts';

/** Fewer lines than this have no chapters. */
const LEAST_LINES = 4;

/**
 * Asks the language model for the chapters and titles of a collection file that has been completed with quotes. If it
 * gives none that hold, or fails, the quotes stay.
 */
export const writeOutline: JobHandler<'outline.write'> = {
  async run(ctx, key) {
    const language = languageModel(ctx.config);
    const file = await fileOfJob(ctx, key.file_id);
    const row = await structureRow(ctx, key);
    if (!language || 'reason' in file || !row) return;
    const lines = await storedLines(ctx.db, key);
    const asked = outlineLines(lines);
    if (asked.length < LEAST_LINES) return;
    const outline = await askedOnce(ctx, file, asked);
    if (!outline) return;
    const duration = durationOf(file);
    const facts = { duration, ...(await factsOf(ctx, file)) };
    const made = `${providerOf(language)} ${language.model}, ${promptId(outlinePrompt)}`;
    const structure = withOutline(fromJson<Structure>(row.structure), outline, { lines }, facts, made);
    await ctx.write(async (trx) => {
      // A file that was analysed again meanwhile has a job of its own.
      const now = await structureRow({ db: trx }, key);
      if (now?.structure === row.structure) await writeStructure(trx, row, structure);
    });
  },
  /** The quotes stay. */
  exhausted: async (ctx, key, reason) =>
    ctx.log.warn('a language model made no chapters and titles of a file', { ...key, error: reason }),
};

/** The outline of a content by a model, from an earlier answer to the same lines if there is one. */
async function askedOnce(
  ctx: JobContext,
  file: FileRow,
  lines: readonly OutlineLine[],
): Promise<Outline | undefined> {
  const language = languageModel(ctx.config);
  if (!language) return undefined;
  const settings = {
    ...{ version: language.model, question: promptId(outlinePrompt) },
    lines: JSON.stringify(lines.map(({ start, text }) => [start, text])),
  };
  const key = resultKey(file.content_hash, 'outline', { provider: providerOf(language), settings });
  const known = key && (await keptResult<Outline>(ctx, key));
  if (known) return known;
  try {
    const outline = await outlineOf(chatSession(language), lines, ctx.signal);
    if (key) await keepResult(ctx, key, outline);
    return outline;
  } catch (error) {
    if (!(error instanceof AnswerUnusable || error instanceof ModelDeclined)) throw error;
    // The same question would get the same answer.
    ctx.log.warn('a language model made no chapters and titles of a file', { file_id: file.id, error });
    return undefined;
  }
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
