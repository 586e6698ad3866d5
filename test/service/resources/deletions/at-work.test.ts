import { afterAll, beforeAll, describe, expect } from 'vitest';
import { localAccount } from '../../../../src/service/accounts/accounts.ts';
import { jobHandlers as handlers } from '../../../../src/service/boot/registry/job-handlers.ts';
import { drain } from '../../../../src/service/jobs/worker/worker.ts';
import { faceKeys } from '../../../../src/service/resources/faces/lifecycle.ts';
import { makeVideo } from '../../../support/film.ts';
import { needs } from '../../../support/programs.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { namesIn } from '../../store/support.ts';
import { addLongDetection } from './bulk.ts';

const it = needs('ffmpeg');

let service: TestService;
let film: string;
beforeAll(async () => {
  service = await openTestService();
  film = (await service.upload(await makeVideo(3), 'three.mp4')).body.id;
  await service.drain();
});
afterAll(() => service.close());

/** Runs the waiting jobs; during the first write to `prefix`, deletes `where` and all that the deletion leaves. */
async function deletedAtWork(where: string, prefix: string): Promise<void> {
  const { context } = service;
  let begun = false;
  const putBytes: typeof context.objects.putBytes = async (key, bytes) => {
    if (!begun && key.startsWith(prefix)) {
      begun = true;
      expect((await service.call('DELETE', where)).status).toBe(200);
      await service.drain();
    }
    await context.objects.putBytes(key, bytes);
  };
  // Jobs hold what they read, and write through what they hold.
  const hold = () => ({ ...context.objects.hold(), putBytes });
  await drain({ ...context, objects: { ...context.objects, putBytes, hold } }, handlers);
  expect(begun).toBe(true);
}

describe('[DEL-2] a job whose row is deleted while it works leaves no picture on disk', () => {
  it('of frames', async () => {
    const { frame_extraction_id: id } = (
      await service.call('POST', `/files/${film}/frames`, { strategy: 'uniform' })
    ).body;
    await deletedAtWork(`/frames/${id}`, `frames/${id}`);
    expect(await namesIn(service.context.objects, 'frames')).not.toContain(id);
  });

  it('of segments', async () => {
    const body = { strategy: 'uniform', uniform_config: { window_seconds: 1 }, ...KEYFRAMES };
    const { segmentation_id: id } = (await service.call('POST', `/files/${film}/segmentations`, body)).body;
    await deletedAtWork(`/segmentations/${id}`, `segmentations/${id}`);
    expect(await namesIn(service.context.objects, 'segmentations')).not.toContain(id);
  });

  it('of faces', async () => {
    const { db, objects } = service.context;
    const frames = await service.call('POST', `/files/${film}/frames`, { strategy: 'uniform' });
    await service.drain();
    const frame_extraction_id = frames.body.frame_extraction_id;
    const found = { file: film, extraction: frame_extraction_id };
    // Faces of the same content are copied with their pictures.
    const { detection } = await addLongDetection(db, await localAccount(db, 1), found, 1);
    await objects.putBytes(faceKeys.crop(detection, 0), new Uint8Array(9));
    const body = { url: `vau://files/${film}`, frame_extraction_id };
    const id = (await service.call('POST', '/face-detect', body)).body.face_detection_id;
    await deletedAtWork(`/face-detect/${id}`, `faces/${id}`);
    const there = await namesIn(objects, 'faces');
    expect(there).toContain(detection);
    expect(there).not.toContain(id);
  });
});

const KEYFRAMES = { keyframe_config: { frames_per_segment: 1 } };
