import { type EntitiesItem, type FileEntities, limits } from '../../../contract/index.ts';
import { badRequest } from '../../errors.ts';
import type { Input, RequestContext } from '../../http/handler.ts';
import { linksFor } from '../../links/links.ts';
import { titleOf } from '../../text/name-title.ts';
import { clock } from '../../text/timestamps.ts';
import { gapsOfFiles } from '../../understanding/analysis/gaps/index.ts';
import { divide } from '../../understanding/compose.ts';
import { providersOf, structureOf } from '../../understanding/description.ts';
import { escapeMarkdown } from '../../understanding/modalities/speech/format.ts';
import type { Entities } from '../../understanding/rules/extraction/types.ts';
import { collectionFilePage } from '../common/lists/collection-file-page.ts';
import { showPage } from '../common/lists/lists.ts';
import { type FileRow, findCollection, findCollectionFile } from '../common/lookup.ts';
import { optional } from '../common/optional.ts';
import type { Resource } from '../common/resource.ts';
import { fileOf, fileThumbnail } from '../files/present.ts';
import { shownEntities, shownSegment, withEvidenceOf } from './present.ts';
import { readEntities } from './rows.ts';

/** Entities of one segment. Times in seconds. */
interface Cut {
  readonly start_time: number;
  readonly end_time: number;
  readonly entities: Entities;
}

/** Entities as Markdown: those of the file, then those of each segment that has any. */
function entitiesMarkdown(title: string, file: Entities, segments: readonly Cut[] = []): string {
  const sections = [
    `# ${escapeMarkdown(title)}`,
    ...(isEmpty(file) ? [] : [itemsOf(file, '')]),
    ...segments
      .filter(({ entities }) => !isEmpty(entities))
      .map((cut) => `## ${clock(cut.start_time)} – ${clock(cut.end_time)}\n\n${itemsOf(cut.entities, '')}`),
  ];
  return `${sections.length > 1 ? sections.join('\n\n') : `${sections[0]}\n\n_Nothing was extracted._`}\n`;
}

const isEmpty = (entities: object): boolean => Object.keys(entities).length === 0;

/** A nested list of names and values. */
function itemsOf(value: object, indent: string): string {
  return Object.entries(value)
    .map(([name, inside]) => {
      const label = Array.isArray(value) ? '' : `**${escapeMarkdown(name)}:** `;
      if (typeof inside !== 'object' || inside === null)
        return `${indent}- ${label}${escapeMarkdown(String(inside ?? 'none'))}`;
      const below = itemsOf(inside, `${indent}  `);
      return `${indent}- ${label || `${Number(name) + 1}`}${below && `\n${below}`}`.replace(/ +$/gm, '');
    })
    .join('\n');
}

/** Entities of collection files in entities collections. */
export const entities: Resource<'entity.list' | 'entity.get'> = {
  handlers: {
    'entity.list': list,
    'entity.get': show,
  },
};

/** @throws 404, or 400 naming the collection's type */
async function entitiesCollection(ctx: RequestContext, id: string): Promise<string> {
  const { collection_type: type } = await findCollection(ctx, id);
  if (type === 'entities') return id;
  throw badRequest(`collection ${id} is of type ${type}; only collections of type entities have entities`);
}

async function show(ctx: RequestContext, { params, query }: Input<'entity.get'>): Promise<FileEntities> {
  await entitiesCollection(ctx, params.collection_id);
  const collectionFile = await findCollectionFile(ctx, params.collection_id, params.file_id);
  const key = { collection_id: collectionFile.collection_id, file_id: collectionFile.file_id };
  const { limit, offset, include_chapters: chapters, include_shots: shots } = query;
  const { file, segments, total } = await readEntities(ctx.db, key, { limit, offset });
  const link = query.include_thumbnails ? await linksFor(ctx) : undefined;
  const structure = chapters || shots ? await structureOf(ctx.db, key) : undefined;
  return {
    ...key,
    ...optional('thumbnail_url', link && (await fileThumbnail(ctx.db, key.file_id, link))),
    entities: {},
    ...(file && shownEntities(file)),
    segment_entities: segments.map((segment) => shownSegment(segment, link)),
    total,
    limit,
    offset,
    ...divide(structure, { chapters, shots }),
    providers: await providersOf(ctx.db, { ...key, file: { id: key.file_id } }),
    ...optional('gaps', (await gapsOfFiles(ctx, [key.file_id], key.collection_id)).get(key.file_id)),
  };
}

/** Shows the first segments of each collection file; the rest can be read one by one. */
async function list(ctx: RequestContext, { params, query }: Input<'entity.list'>) {
  const id = await entitiesCollection(ctx, params.collection_id);
  const link = query.include_metadata ? await linksFor(ctx) : undefined;
  const page = await collectionFilePage(ctx, id, query);
  return showPage(page, async ({ file }) => ({
    file_id: file.id,
    data: await dataOf(ctx, { collection_id: id, file }, query),
    ...optional('file', link && fileOf(file, link)),
  }));
}

async function dataOf(
  ctx: RequestContext,
  of: { readonly collection_id: string; readonly file: FileRow },
  { modalities, response_format }: Input<'entity.list'>['query'],
): Promise<EntitiesItem['data']> {
  const owner = { collection_id: of.collection_id, file_id: of.file.id };
  const { file, segments } = await readEntities(ctx.db, owner, { limit: limits.pageDefault, offset: 0 });
  const whole = { entities: {}, ...(file && withEvidenceOf(modalities, shownEntities(file))) };
  const cut = segments.map((segment) => withEvidenceOf(modalities, shownSegment(segment)));
  const providers = await providersOf(ctx.db, of);
  if (response_format === 'markdown')
    return { content: entitiesMarkdown(titleOf(of.file), whole.entities, cut), ...whole, providers };
  return { ...whole, ...(cut.length > 0 && { segment_entities: cut }), providers };
}
