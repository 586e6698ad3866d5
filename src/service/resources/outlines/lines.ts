import type { Db } from '../../store/schema.ts';
import { sentencesOf } from '../../understanding/chapters/sentences.ts';
import type { ModalitiesResult } from '../../understanding/index.ts';
import type { OutlineLine } from '../../understanding/outline/index.ts';
import type { CollectionFileKey } from '../passages/vector-rows.ts';

type Lines = ModalitiesResult['lines'];

/** What was said, shown and described in a collection file; without what is not to be trusted. */
export async function storedLines(
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
export function outlineLines({ speech, scene_text }: Lines): OutlineLine[] {
  const lines: OutlineLine[] = [
    ...sentencesOf(speech).map((sentence) => ({ ...sentence, origin: 'said' as const })),
    ...scene_text.map(({ text, start, end }) => ({ text, start, end, origin: 'on screen' as const })),
  ];
  return lines.sort((one, other) => one.start - other.start);
}
