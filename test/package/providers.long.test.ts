/** Every provider that works on this machine, in the built service: each does real work on a small file. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type * as z from 'zod';
import type { describeJob, ExtractJob, FaceDetectJob, FaceMatchJob } from '../../src/contract/index.ts';
import {
  FILM,
  facePicture,
  facesFilm,
  haveFaces,
  itWithFaces,
} from '../service/resources/faces/photographs.ts';
import { narrate, wordErrorRate } from '../service/understanding/narration.ts';
import { make } from '../support/film.ts';
import { needsHearing, setUpHearing } from '../support/models/hearing.ts';
import { locate, needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';

const hears = await needsHearing();
const SAID = 'Twice a day the water fills the basin, and then the gates close';
const SUBTITLES = '1\n00:00:00,500 --> 00:00:02,500\nWrite to maria@example.com tomorrow.\n';

let folder: string;
let service: Serving;
let narration: Buffer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'vau-providers-'));
  narration = (await narrate([{ voice: 'awb', text: SAID, at: 0.5 }], 5)).wav;
  service = await serving();
  await setUpHearing(service.home.dataFolder);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

/** Uploads a file and waits until it is processed. */
async function uploaded(on: Serving, bytes: Buffer, name: string, fields: Record<string, Blob> = {}) {
  const { body } = await on.upload(bytes, name, fields);
  const file = await on.settled(`/files/${body.id}`);
  expect(file, file.error).toMatchObject({ status: 'completed' });
  return file;
}

/** Sends a request, waits for its end, and returns the outcome. */
async function outcome<T>(on: Serving, kind: string, key: string, body: object): Promise<T> {
  const { body: sent, text } = await on.call('POST', `/${kind}`, body);
  expect(sent.error, text).toBeUndefined();
  return (await on.settled(`/${kind}/${(sent as never)[key]}`)) as unknown as T;
}

const off = {
  enable_speech: false,
  enable_scene_text: false,
  enable_visual_scene_description: false,
  enable_summary: false,
};
const described = (on: Serving, url: string, wanted: object) =>
  outcome<z.output<typeof describeJob>>(on, 'describe', 'job_id', { url, ...off, ...wanted });

describe('speech in the built service', () => {
  hears('is recognised by the default recogniser, in a process of the service', async () => {
    const { uri } = await uploaded(service, narration, 'narration.wav');
    const { status, data } = await described(service, uri, { enable_speech: true });
    expect(status).toBe('completed');
    expect(data?.providers?.speech).toMatch(/^moonshine/);
    const heard = (data?.speech ?? []).map(({ text }) => text).join(' ');
    expect(wordErrorRate(SAID, heard)).toBeLessThan(0.1);
  });

  needs('ffmpeg')('is read from a subtitle file, and entities are extracted from it', async () => {
    const fields = { subtitles: new Blob([SUBTITLES]) };
    const { uri } = await uploaded(service, narration.subarray(0, 100_000), 'beside.wav', fields);
    const { data } = await described(service, uri, { enable_speech: true, enable_audio_description: true });
    expect(data?.speech).toMatchObject([{ text: 'Write to maria@example.com tomorrow.' }]);
    expect(data?.providers?.speech).toMatch(/^sidecar/);
    expect(data?.audio_description).not.toEqual([]);
    const schema = { type: 'object', properties: { emails: { type: 'array', items: { type: 'string' } } } };
    const asked = { url: uri, prompt: 'Addresses', schema, enable_transcript_mode: true };
    const { data: taken, error } = await outcome<ExtractJob>(service, 'extract', 'job_id', asked);
    expect(JSON.stringify(taken), error).toContain('maria@example.com');
  });
});

describe('pictures in the built service', () => {
  needs('ffmpeg', 'fonts')(
    'text is read by tesseract, subtitles come from their track, scenes are measured',
    async () => {
      const subtitles = path.join(folder, 'said.srt');
      await writeFile(subtitles, SUBTITLES);
      const picture = ['-f', 'lavfi', '-i', 'color=c=navy:s=640x360:r=5:d=4', '-i', subtitles];
      const text = `drawtext=fontfile=${locate('fonts')}:text='Harbour Office':fontcolor=white:fontsize=48:x=60:y=150`;
      const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:s', 'srt'];
      const film = await make([...picture, '-vf', text, ...codecs], 'mkv');
      const { uri } = await uploaded(service, film, 'office.mkv');
      const wanted = { enable_speech: true, enable_scene_text: true, enable_visual_scene_description: true };
      const { status, data } = await described(service, uri, wanted);
      expect(status).toBe('completed');
      expect(data?.scene_text?.map((line) => line.text).join(' ')).toContain('Harbour Office');
      expect(data?.providers?.scene_text).toMatch(/^tesseract/);
      expect(data?.speech).toMatchObject([{ text: 'Write to maria@example.com tomorrow.' }]);
      expect(data?.providers?.speech).toMatch(/^subtitle-track/);
      expect(JSON.stringify(data?.visual_scene_description)).toMatch(/dark picture.*still/);
    },
  );

  itWithFaces('faces are detected, and one is matched', async () => {
    if (!haveFaces) return;
    const { uri } = await uploaded(service, await facesFilm(['sample1.jpg']), 'faces.mp4');
    const few = { frame_extraction_config: { strategy: 'uniform', end_time_seconds: FILM.secondsEach / 2 } };
    const asked = { url: uri, ...few };
    const found = await outcome<FaceDetectJob>(service, 'face-detect', 'face_detection_id', asked);
    expect(found).toMatchObject({ status: 'completed', data: { total: 3 } });
    const base64_image = (await facePicture(0, 1)).toString('base64');
    const match = {
      source_image: { base64_image },
      target_video_url: uri,
      face_detection_id: found.face_detection_id,
    };
    const { status, data } = await outcome<FaceMatchJob>(service, 'face-match', 'face_match_id', match);
    expect(status).toBe('completed');
    expect(data?.faces_matches[0]?.similarity).toBeGreaterThan(0.5);
  });
});

describe('sherpa-onnx in the built service, on a machine without ffprobe', () => {
  const files = ['tiny-encoder.onnx', 'tiny-decoder.onnx', 'tiny-tokens.txt'];
  let model: string;
  let own: Serving;
  beforeAll(async () => {
    model = path.join(folder, 'tiny');
    const programs = path.join(folder, 'programs');
    await mkdir(model);
    await mkdir(programs);
    for (const file of files) await writeFile(path.join(model, file), Buffer.alloc(5000, 'a'));
    await symlink(locate('ffmpeg'), path.join(programs, 'ffmpeg'));
    own = await serving({
      env: { VAU_SHERPA_MODEL_DIR: model, PATH: programs, VAU_FFMPEG: path.join(programs, 'ffmpeg') },
      preload: fileURLToPath(new URL('../support/sherpa.mjs', import.meta.url)),
    });
  });
  afterAll(() => own.stop());

  needs('ffmpeg')('names the missing file of the model, and recognises speech once it is there', async () => {
    const { uri } = await uploaded(own, narration, 'narration.wav');
    const decoder = path.join(model, 'tiny-decoder.onnx');
    await rm(decoder);
    const { status, error } = await described(own, uri, { enable_speech: true });
    expect({ status, error }).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/whisper model in .*tiny.* decoder\.onnx is missing/),
    });
    await writeFile(decoder, Buffer.alloc(5000, 'a'));
    const { data, error: none } = await described(own, uri, { enable_speech: true });
    expect(none).toBeUndefined();
    expect(data?.speech?.map(({ text }) => text).join(' ')).toBe('ships at noon');
    expect(data?.providers?.speech).toMatch(/^sherpa-onnx/);
  });

  needs('ffmpeg')('files are measured by our own reader, exact to the sample', async () => {
    const sound = await make(['-f', 'lavfi', '-i', 'sine=d=1.23456:sample_rate=44100'], 'wav');
    const { media_info } = await uploaded(own, sound, 'tone.wav');
    expect(media_info.duration_seconds).toBeCloseTo(1.23456, 4);
  });
});
