/** The lines of the section Second look about what is shown, each asked of the service of the walk. */
import { describe, expect, it } from 'vitest';
import { describedParts } from '../../../src/contract/resources/parts.ts';
import { haveFaces } from '../../service/resources/faces/photographs.ts';
import { make } from '../../support/film.ts';
import { asks, type Json, type Part } from './asks.ts';
import { uriOf, type World } from './world.ts';

/** A second and a half of red, then as much of blue. */
function filmOfTwoShots(): Promise<Buffer> {
  const colour = (name: string) => ['-f', 'lavfi', '-i', `color=c=${name}:s=160x90:r=10:d=1.5`];
  const codec = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];
  return make([...colour('red'), ...colour('blue'), '-filter_complex', 'concat=n=2', ...codec], 'mp4');
}

/** Registers a test of each line. @param here the world, once it is made */
export function secondLookShown(here: () => World): void {
  const { get, made, refused, of, video } = asks(here);

  describe('Second look: described parts', () => {
    it('[SHAPE-1] of every modality carry start_time and end_time in seconds, with start and end beside them', async () => {
      const { jobs, post, service, sound } = here();
      const heard = await post('/describe', { url: uriOf(sound), enable_audio_description: true });
      await service.drain();
      const [film, audio] = await Promise.all(
        [jobs.describe, heard.job_id].map((id) => get(`/describe/${id}?include_word_timestamps=true`)),
      );
      const parts: Part[] = [];
      for (const [name, schema] of Object.entries(describedParts)) {
        expect(schema.safeParse([{ text: 'x', start: 0, end: 1 }]).success, name).toBe(false);
        const of = (name === 'audio_description' ? audio : film)?.data as Record<string, Part[]>;
        // Nothing is written in the film of the walk.
        expect(of[name]?.length === 0, name).toBe(name === 'scene_text');
        parts.push(...(of[name] ?? []));
      }
      const words = parts.flatMap((part) => (part.words ?? []) as Part[]);
      for (const part of [...parts, ...words]) {
        expect(part.end_time, JSON.stringify(part)).toBeGreaterThanOrEqual(part.start_time);
        expect([part.start, part.end]).toEqual([part.start_time, part.end_time]);
      }
    });
  });

  describe('Second look: segmentations', () => {
    const [shots, chapters] = ['shot-detector', 'narrative'];

    it('[SHAPE-1] carry thumbnails_config alone and in lists; shots and chapters where their strategy makes them', async () => {
      const { film, sound, post, service } = here();
      const { id: cut } = (await service.upload(await filmOfTwoShots(), 'cut.mp4')).body;
      await service.drain();
      await post(`/files/${cut}/segmentations`, { strategy: shots });
      await post(`/files/${sound}/segmentations`, { strategy: chapters });
      await service.drain();
      const lists = await Promise.all([film, cut, sound].map((id) => get(`/files/${id}/segmentations`)));
      const listed = lists.flatMap(({ data }) => data as Json[]);
      const strategies = listed.map(({ segmentation_config: config }) => (config as Json).strategy);
      expect(strategies).toEqual(expect.arrayContaining(['uniform', shots, chapters]));
      for (const one of [...listed, ...(await Promise.all(listed.map(alone)))]) {
        const { strategy } = one.segmentation_config as Json;
        expect(one.thumbnails_config).toEqual({ enable_segment_thumbnails: expect.any(Boolean) });
        expect(one.status, `${one.error}`).toBe('completed');
        expect('total_shots' in one).toBe(strategy === shots);
        expect('total_chapters' in one).toBe(strategy === chapters);
      }
      expect((await dataOf(shots)).shots).toEqual([
        { index: 0, start_time: 0, end_time: 1.5 },
        { index: 1, start_time: 1.5, end_time: 3 },
      ]);
      expect((await dataOf(chapters)).chapters).toEqual([
        { index: 0, start_time: 0, end_time: expect.any(Number), description: expect.any(String) },
      ]);

      async function dataOf(strategy: string | undefined): Promise<Json> {
        const one = listed.find(({ segmentation_config: config }) => (config as Json).strategy === strategy);
        return (await alone(one ?? {})).data as Json;
      }
    });

    const alone = ({ segmentation_id: id }: Json) => get(`/segmentations/${id}`);

    it('[SHAPE-1] thumbnails_config is taken by segmentations, media, extract, describe and frames', async () => {
      const { film, sound } = here();
      const url = uriOf(film);
      for (const [where, body] of [
        [`/files/${film}/segmentations`, { strategy: 'uniform' }],
        [of('metadata', '/media'), { file_id: sound }],
        ['/extract', { url, prompt: 'people' }],
        ['/describe', { url }],
        [`/files/${film}/frames`, { strategy: 'uniform' }],
      ] as const) {
        const wrong = { ...body, thumbnails_config: { enable_segment_thumbnails: 'perhaps' } };
        expect(await refused('POST', where, wrong)).toContain('thumbnails_config.enable_segment_thumbnails');
        await made(where, { ...body, thumbnails_config: { enable_segment_thumbnails: true } });
      }
    });
  });

  describe('Second look: lists of a collection', () => {
    it.each([
      ['media-descriptions', ['added_at', 'data', 'duration_seconds', 'file_id', 'object']],
      ['rich-transcripts', ['data', 'duration_seconds', 'file_id']],
      ['entities', ['data', 'file_id']],
    ])('[SHAPE-1] of %s have these fields, and file with include_metadata', async (type, fields) => {
      const film = async (query = '') => {
        const { data } = await get(of(type, `/${type}?${query}`));
        return (data as Json[]).find(({ file_id: id }) => id === here().film) ?? {};
      };
      expect(Object.keys(await film()).sort()).toEqual(fields);
      expect(await film('include_metadata=true')).toMatchObject({ file: { id: here().film } });
      const { content, ...rest } = (await film('response_format=markdown')).data as Json;
      expect(content).toContain('Jane Doe');
      for (const name of ['title', 'summary', 'speech']) expect(rest).not.toHaveProperty(name);
    });

    it.each(['media-descriptions', 'rich-transcripts'])(
      '[SHAPE-1] of %s show the modalities that are asked for, in the order that is asked for',
      async (type) => {
        const items = async (query: string) => (await get(of(type, `/${type}?${query}`))).data as Json[];
        const ids = async (query: string) => (await items(query)).map(({ file_id: id }) => id);
        for (const { data } of await items('modalities=scene_text'))
          expect(data).not.toHaveProperty('speech');
        expect(JSON.stringify(await items('modalities=speech'))).toContain('Jane Doe');
        const down = await ids('order=added_at&sort=desc');
        expect(await ids('order=added_at&sort=asc')).toEqual(down.reverse());
        expect(await ids('added_before=2001-01-01')).toEqual([]);
        expect(await ids('added_after=2001-01-01')).toHaveLength(down.length);
      },
    );
  });

  describe('Second look: moments and findings', () => {
    const moment = {
      start_time: expect.any(Number),
      end_time: expect.any(Number),
      rank_score: expect.any(Number),
      moment_id: expect.any(String),
      title: expect.any(String),
      reason: expect.any(String),
      speakers: expect.any(Array),
      properties: {},
      evidence: { signals: ['speech'] },
    };

    it.each(['', '?sort=position&limit=100'])(
      '[SHAPE-1] [MOM-1] in the list of a collection%s',
      async (query) => {
        const { moments } = await get(of('moments', `/moments${query}`));
        const inCollection = {
          file_id: here().film,
          job_id: expect.any(String),
          criterion_name: 'departure',
        };
        expect(moments).toMatchObject([{ ...moment, ...inCollection }]);
      },
    );

    it('[SHAPE-1] [MOM-5] in a run: moments and findings have properties, empty without a schema', async () => {
      const { film, post, service } = here();
      const shaped = {
        name: 'shaped',
        instructions: 'Somebody leaves the harbour.',
        finding_schema: { type: 'object', properties: { why: { type: 'string' } } },
      };
      for (const criterion of [{ name: 'absent', instructions: 'Any mention of "zebra".' }, shaped]) {
        const { job_id } = await post('/find-moments', { url: uriOf(film), criterion });
        await service.drain();
        const { moments, findings } = await get(`/find-moments/${job_id}`);
        const all = [...(moments as Json[]), ...(findings as Json[])];
        expect(all, criterion.name).not.toEqual([]);
        for (const one of all) expect(one).toMatchObject({ properties: {} });
      }
    });

    it('[SHAPE-1] [MOM-3] findings of a collection, of each kind and by cursor', async () => {
      const { service } = here();
      const criterion = { name: 'zebra', instructions: 'Any mention of "zebra".' };
      const attached = await service.call('POST', of('moments', '/moment-criteria'), { criterion });
      expect(attached.status, attached.text).toBe(201);
      await service.drain();
      const { findings } = await get(
        of('moments', '/moments/findings?kind=absence&criterion_name=zebra&limit=1'),
      );
      const inCollection = { file_id: here().film, job_id: expect.any(String), criterion_name: 'zebra' };
      expect(findings).toMatchObject([
        { finding_id: expect.any(String), kind: 'absence', properties: {}, ...inCollection },
      ]);
      await service.call(
        'DELETE',
        of('moments', `/moment-criteria/${(JSON.parse(attached.text) as Json).attachment_id}`),
      );
    });

    it('[SHAPE-1] [SEARCH-3] scope moment has search_score, alone, in groups and when it is read again', async () => {
      const body = {
        scope: 'moment',
        query: 'leaves the harbour',
        collections: [here().collections.moments],
      };
      const found = {
        ...moment,
        type: 'moment',
        id: expect.any(String),
        file_id: here().film,
        criterion_name: 'departure',
        filename: 'film.mp4',
        context: expect.any(String),
        collection_id: body.collections[0],
      };
      const single = await made('/search', body);
      const again = await get(`/search/${single.id}`);
      const listed = (await get('/search?limit=1')).data as Json[];
      const grouped = await made('/search', { ...body, group_by_key: 'file' });
      const [group] = grouped.results as Json[];
      expect(group).toMatchObject({ type: 'moment_group', file_id: here().film, item_count: 1 });
      for (const results of [single.results, again.results, listed[0]?.results, group?.matched_items]) {
        expect(results).toMatchObject([found]);
        const [first] = results as Json[];
        expect(first?.search_score).toBe(first?.score);
        expect(first?.score).toBeGreaterThan(0);
      }
    });

    it('[SHAPE-2] thumbnails of several types, joined by a comma, are those of each type', async () => {
      const { film, segmentation } = here();
      for (const where of [`/files/${film}/thumbnails`, `/segmentations/${segmentation}/thumbnails`]) {
        const count = async (query: string) => Number((await get(`${where}?${query}`)).total);
        const [segments, keyframes] = [await count('type=segment'), await count('type=keyframe')];
        expect(Math.min(segments, keyframes), where).toBeGreaterThan(0);
        for (const query of [
          'type=segment,keyframe',
          'type=keyframe&type=segment',
          'type[]=segment,keyframe,',
        ])
          expect(await count(query), query).toBe(segments + keyframes);
        expect(await refused('GET', `${where}?type=segment,smell`)).toMatch(/type.*smell/);
      }
    });
  });

  describe('Second look: one file of a collection', () => {
    it('[SHAPE-1] its entities and segment_entities are always there; thumbnails, chapters and shots when asked for', async () => {
      const both = await get(video('entities', 'entities'));
      expect(both).toMatchObject({ collection_id: here().collections.entities, file_id: here().film });
      expect(both).toMatchObject({ total: expect.any(Number), limit: 50, offset: 0 });
      expect(both.entities).not.toEqual({});
      expect(both.segment_entities).not.toEqual([]);
      for (const name of ['chapters', 'shots', 'thumbnail_url']) expect(both).not.toHaveProperty(name);
      const extras = 'include_thumbnails=true&include_chapters=true&include_shots=true';
      const more = await get(video('entities', `entities?${extras}`));
      expect(more).toMatchObject({ chapters: expect.any(Array), total_chapters: expect.any(Number) });
      expect(more).toMatchObject({ shots: expect.any(Array), total_shots: expect.any(Number) });
      expect(more).toMatchObject({ thumbnail_url: expect.any(String) });
    });

    it('[SHAPE-1] a level of entities that is off is empty', async () => {
      const { film, post, segmentation: segmentation_id, service } = here();
      const levels = { enable_video_level_entities: true, enable_segment_level_entities: false };
      for (const [name, extract_config, there] of [
        ['whole', levels, { entities: { people: expect.anything() }, segment_entities: [] }],
        [
          'parts',
          { enable_video_level_entities: false, enable_segment_level_entities: true },
          { entities: {}, segment_entities: [expect.anything(), expect.anything()] },
        ],
      ] as const) {
        const config = { prompt: 'people', ...extract_config };
        const { id } = await post('/collections', {
          name,
          collection_type: 'entities',
          extract_config: config,
        });
        await post(`/collections/${id}/media`, { file_id: film, segmentation_id });
        await service.drain();
        expect(await get(`/collections/${id}/videos/${film}/entities`)).toMatchObject(there);
      }
    });

    it('[SHAPE-1] its faces stand with the collection and the file', async () => {
      const { film, collections } = here();
      const found = await get(video('face-analysis', 'face-detections?limit=1'));
      expect(found).toMatchObject({ collection_id: collections['face-analysis'], file_id: film, limit: 1 });
      const [face] = found.faces as Json[];
      // None where there are no photographs.
      if (haveFaces)
        for (const name of ['face_bounding_box', 'frame_id', 'id', 'thumbnail_url', 'timestamp'])
          expect(face).toHaveProperty(name);
    });

    it.each(['media description', 'describe job'])(
      '[SHAPE-1] a %s has chapters, shots, duration_seconds and file at its root',
      async (what) => {
        const where =
          what === 'describe job'
            ? `/describe/${here().jobs.describe}`
            : video('media-descriptions', 'media-descriptions');
        const extras = 'include_chapters=true&include_shots=true&include_metadata=true';
        const { data, ...root } = await get(`${where}?${extras}`);
        expect(root).toMatchObject({ chapters: expect.any(Array), total_chapters: expect.any(Number) });
        expect(root).toMatchObject({ shots: expect.any(Array), total_shots: expect.any(Number) });
        expect(root).toMatchObject({ duration_seconds: expect.any(Number), file: { id: here().film } });
        for (const name of ['chapters', 'shots', 'duration_seconds', 'file'])
          expect(data ?? {}).not.toHaveProperty(name);
      },
    );
  });
}
