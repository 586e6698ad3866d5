import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect } from 'vitest';
import { needs } from '../../../support/programs.ts';
import { openTestService } from '../../../support/service.ts';
import { extracted } from '../extracts/media.ts';

const it = needs('ffmpeg');
const FILM = fileURLToPath(new URL('../../../../assets/harbour.mp4', import.meta.url));

describe('entities of films', () => {
  it('come from the subtitles of a film, each at its second', async () => {
    const service = await openTestService({ speech: { providers: ['sidecar'] } });
    try {
      const subtitles = new Blob([await readFile(FILM.replace('harbour.mp4', 'film.vtt'))]);
      const { body } = await service.upload(await readFile(FILM), 'harbour.mp4', { subtitles });
      const properties = {
        speakers: { type: 'array', items: { type: 'string' } },
        turn_seconds: { type: 'integer' },
        weather: { enum: ['rain', 'fog', 'snow'] },
        places: { type: 'array', items: { enum: ['harbour', 'pier', 'beach', 'desert'] } },
      };
      const schema = { type: 'object', properties };
      const segmentation_config = { strategy: 'narrative', narrative_config: { number_of_chapters: 3 } };
      const job = await extracted(service, {
        url: body.uri,
        schema,
        segmentation_config,
        enable_video_level_entities: true,
        enable_transcript_mode: true,
      });
      expect(job.data?.entities).toEqual({
        speakers: ['Narrator', 'Keeper'],
        turn_seconds: 10,
        weather: 'fog',
        places: ['harbour', 'pier', 'beach'],
      });
      const [fog] = job.data?.evidence?.filter(({ path }) => path === 'weather') ?? [];
      expect(fog?.quote).toBe('When fog comes in, a radar on the hill watches for ships.');
      expect(fog?.start_time).toBeCloseTo(22.96, 1);
      const inTime = job.data?.segment_entities?.every(({ start_time, end_time, evidence = [] }) =>
        evidence.every((one) => (one.start_time ?? 0) < end_time && (one.end_time ?? 0) > start_time),
      );
      expect([job.total, inTime]).toEqual([3, true]);
    } finally {
      await service.close();
    }
  });
});
