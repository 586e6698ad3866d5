/** The lines of the section Second look about deletions, what is taken, and searches. */
import { describe, expect, it } from 'vitest';
import { events } from '../../../src/contract/values/events.ts';
import { haveFaces } from '../../service/resources/faces/photographs.ts';
import { NOBODY } from '../documented.ts';
import { asks, type Json, type Part } from './asks.ts';
import { uriOf, type World } from './world.ts';

/** Registers a test of each line. @param here the world, once it is made */
export function secondLookAsked(here: () => World): void {
  const { get, made, refused, of } = asks(here);

  describe('Second look: deletions', () => {
    it('[SHAPE-1] answer with these fields alone', async () => {
      const { film, face, service } = here();
      const url = uriOf(film);
      const segments = { strategy: 'uniform', start_time_seconds: 1 };
      for (const [where, body, at, name, more] of [
        ['/extract', { url, prompt: 'places' }, '/extract', 'job_id', { id: 'job_id' }],
        ['/describe', { url }, '/describe', 'job_id', { id: 'job_id' }],
        ['/face-detect', { url }, '/face-detect', 'face_detection_id', { id: 'face_detection_id' }],
        [
          '/face-match',
          { source_image: { base64_image: face }, target_video_url: url },
          '/face-match',
          'face_match_id',
          { face_match_id: 'face_match_id' },
        ],
        [
          `/files/${film}/segmentations`,
          segments,
          '/segmentations',
          'segmentation_id',
          { id: 'segmentation_id' },
        ],
      ] as const) {
        const thing = await made(where, body);
        const [field] = Object.keys(more);
        const { text } = await service.call('DELETE', `${at}/${thing[name]}`);
        const object = at === '/face-match' ? { object: 'face_match' } : {};
        expect(JSON.parse(text)).toEqual({ [field ?? '']: thing[name], ...object });
      }
    });
  });

  describe('Second look: lists', () => {
    it('[SHAPE-1] next_cursor is left out on the last page', async () => {
      for (const list of [of('moments', '/moments'), of('moments', '/moments/findings'), '/find-moments'])
        expect(await get(`${list}?limit=100`)).not.toHaveProperty('next_cursor');
    });

    it('[SHAPE-2] thumbnails of a file go by segmentation_id too', async () => {
      const { film, segmentation, segment } = here();
      const thumbnails = async (query: string) => (await get(`/files/${film}/thumbnails?${query}`)).data;
      const own = (await thumbnails(`segmentation_id=${segmentation}`)) as Json[];
      expect(own.length).toBeGreaterThan(0);
      expect(new Set(own.map(({ segmentation_id: id }) => id))).toEqual(new Set([segmentation]));
      const one = (await thumbnails(`segment_ids[]=${segment}`)) as Json[];
      expect(one.length).toBeGreaterThan(0);
      expect(new Set(one.map(({ segment_id: id }) => id))).toEqual(new Set([segment]));
      expect(await thumbnails(`segmentation_id=${NOBODY}`)).toEqual([]);
    });
  });

  describe('Second look: what is taken and refused', () => {
    it('[SHAPE-1] a file that is no media is 415, and nothing of it is kept', async () => {
      const { total } = await get('/files');
      const form = new FormData();
      form.set('file', new Blob(['%PDF-1.7 no film']), 'film.mp4');
      expect((await here().service.call('POST', '/files', form)).status).toBe(415);
      expect((await get('/files')).total).toBe(total);
    });

    it('[SHAPE-1] a webhook of no fields has all twenty events', async () => {
      expect(events).toHaveLength(20);
      expect((await made('/webhooks', {})).subscribed_events).toEqual(events);
    });

    it('[SHAPE-1] extract takes metadata mode or transcript mode, and both levels at once', async () => {
      const body = { url: uriOf(here().film), prompt: 'people' };
      const modes = { enable_metadata_mode: true, enable_transcript_mode: true };
      expect(await refused('POST', '/extract', { ...body, ...modes })).toContain('enable_metadata_mode');
      const levels = { enable_video_level_entities: true, enable_segment_level_entities: true };
      expect(await made('/extract', { ...body, ...levels })).toMatchObject({ extract_config: levels });
    });

    it('[SHAPE-1] chat is about one collection exactly', async () => {
      const chat = { model: 'any', messages: [{ role: 'user', content: 'When?' }] };
      for (const collections of [[], [NOBODY, NOBODY]])
        expect(await refused('POST', '/chat/completions', { ...chat, collections })).toContain('collections');
    });

    it('[SHAPE-1] collections take transcribe_config and default_thumbnails_config', async () => {
      const own = {
        transcribe_config: { enable_speech: true },
        default_thumbnails_config: { enable_segment_thumbnails: true },
      };
      const body = { name: 'second look', collection_type: 'rich-transcripts', ...own };
      expect(await made('/collections', body)).toMatchObject(own);
    });
  });

  describe('Second look: search', () => {
    const search = (body: object) =>
      made('/search', { collections: [here().collections['media-descriptions']], query: 'harbour', ...body });

    it('[SHAPE-1] takes the modalities of the interface, five at most, doc_lexical with scope file only', async () => {
      const lexical = ['speech_lexical', 'ocr_lexical', 'tag_lexical'];
      const five = ['general_content', 'tag_semantic', ...lexical];
      await search({ scope: 'segment', search_modalities: five });
      await search({ scope: 'file', search_modalities: ['doc_lexical', 'speech'] });
      const base = { collections: [NOBODY], query: 'harbour' };
      for (const [scope, search_modalities] of [
        ['file', [...five, 'doc_lexical']],
        ['segment', ['doc_lexical']],
        ['file', ['colour']],
      ])
        expect(await refused('POST', '/search', { ...base, scope, search_modalities })).toContain(
          'search_modalities',
        );
    });

    it('[SHAPE-1] groups by file, sorted by score or item_count, and not with scope file', async () => {
      const { results } = await search({
        scope: 'segment',
        group_by_key: 'file',
        sort_by: 'item_count',
      });
      const [group] = results as Json[];
      expect(Object.keys(group ?? {}).sort()).toEqual([
        'best_score',
        'file_id',
        'item_count',
        'matched_items',
        'type',
      ]);
      expect(group?.type).toBe('segment_group');
      const scope = { scope: 'file', collections: [NOBODY], query: 'x', group_by_key: 'file' };
      expect(await refused('POST', '/search', scope)).toContain('group_by_key');
    });

    it('[SHAPE-1] segments carry what lies inside them, and the tag that matched', async () => {
      const { results } = await search({ scope: 'segment' });
      const found = results as (Json & Record<string, Part[]>)[];
      const first = found.find(({ file_id: id }) => (id as unknown) === here().film);
      expect(first?.keyframes?.[0]).toEqual({
        time: expect.any(Number),
        thumbnail_url: expect.any(String),
      });
      const [from, to] = [first?.start_time, first?.end_time] as unknown as number[];
      for (const part of [...(first?.speech ?? []), ...(first?.visual_description ?? [])]) {
        expect(part.start_time).toBeLessThan(to ?? 0);
        expect(part.end_time).toBeGreaterThan(from ?? 0);
      }
      const tagged = await search({
        scope: 'segment',
        query: 'fog',
        search_modalities: ['tag_lexical'],
        label_filters: ['scene'],
      });
      expect((tagged.results as Json[])[0]?.tag).toEqual({
        id: expect.any(String),
        label: 'scene',
        value: 'fog',
      });
    });

    it('[SHAPE-1] for a face gives faces with their place', async () => {
      const { collections, face, service } = here();
      const answer = await service.call('POST', '/search', {
        scope: 'face',
        collections: [collections['face-analysis']],
        source_image: { base64_image: face },
      });
      // There is no face in the picture where there are no photographs.
      if (!haveFaces) return;
      const [found] = (JSON.parse(answer.text) as { results: Json[] }).results;
      expect(found).toMatchObject({ type: 'face', file_id: here().film, score: expect.any(Number) });
      for (const name of [
        'collection_id',
        'face_id',
        'frame_id',
        'timestamp',
        'face_bounding_box',
        'thumbnail_url',
      ])
        expect(found).toHaveProperty(name);
    });
  });
}
