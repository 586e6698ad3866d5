/**
 * A recogniser that crashes, hangs or grows while it works for a job, in the built service: a stand-in for its package does
 * what a file beside it says.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { childrenOf } from '../support/children.ts';
import { chooseModel, placeModel, placePackage } from '../support/models/set-up.ts';
import { type Said, tonesWav } from '../support/models/tones.ts';
import { needs } from '../support/programs.ts';
import { type Serving, serving } from '../support/serving.ts';

const it = needs('ffmpeg');

/** Seconds that a piece of sound may take. */
const LIMIT = 5;

const STAND_IN = `
import { appendFileSync, readFileSync } from 'node:fs';
const behave = () => readFileSync(new URL('behave', import.meta.url), 'utf8');
export class Vad {}
export class OfflineRecognizer {
  constructor() {
    const held = [];
    while (behave() === 'grow') held.push(Buffer.alloc(50e6, 1));
  }
  createStream() {
    return { acceptWaveform({ samples }) { this.seconds = samples.length / 16000; } };
  }
  decode({ seconds }) {
    appendFileSync(new URL('log', import.meta.url), process.pid + ' ' + Math.round(seconds) + '\\n');
    if (behave() === 'crash') process.kill(process.pid, 'SIGSEGV');
    if (behave() === 'hang') for (;;);
    const pieces = readFileSync(new URL('log', import.meta.url), 'utf8').split('\\n').length - 1;
    while (pieces === 2 && behave() === 'wait');
  }
  getResult() {
    return { text: 'ships at noon' };
  }
}
`;

let service: Serving;
let folder: string;
beforeAll(async () => {
  service = await serving({
    env: {
      VAU_SPEECH_PROVIDERS: 'sidecar,subtitle-track,endpoint,sherpa-onnx',
      VAU_SPEECH_TIMEOUT: String(LIMIT),
    },
  });
  folder = path.join(service.home.folder, 'stand-in');
  await mkdir(folder);
  const sherpa = { name: 'sherpa-onnx-node', version: '1.13.8' };
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ ...sherpa, type: 'module' }));
  await writeFile(path.join(folder, 'index.js'), STAND_IN);
  const dataDir = service.home.dataFolder;
  await placePackage(dataDir, sherpa, folder);
  const names = ['tiny-encoder.onnx', 'tiny-decoder.onnx', 'tiny-tokens.txt'];
  const files = Object.fromEntries(names.map((name) => [name, Buffer.alloc(5000, 'a')]));
  await placeModel(dataDir, { name: 'speech', model: 'tiny', kind: 'whisper', packages: [sherpa] }, files);
  await chooseModel(dataDir, 'speech', 'tiny');
});
afterAll(() => service.stop());

const behave = (how: 'well' | 'crash' | 'hang' | 'wait' | 'grow') =>
  writeFile(path.join(folder, 'behave'), how);

let films = 0;

/** Starts the recognition of a new file with speech in it. @returns asks for its end */
async function hearing(seconds = 4) {
  films += 1;
  const said: Said[] = [];
  for (let start = 1; start < seconds - 2; start += 5) said.push({ voice: 0, start, end: start + 2 });
  const { body } = await service.upload(tonesWav(seconds, said, films), `${films}.wav`);
  expect((await service.settled(`/files/${body.id}`)).status).toBe('completed');
  const { body: job } = await service.call('POST', '/describe', {
    url: body.uri,
    enable_speech: true,
    enable_scene_text: false,
    enable_summary: false,
    enable_visual_scene_description: false,
  });
  return () => service.settled(`/describe/${job.job_id}`);
}

const worker = () => childrenOf(service.pid, 'worker.js')[0] ?? 0;
const recognisers = () => childrenOf(service.pid, 'sherpa.js');

/** Lines of what the stand-in noted since the last call: its process, and the seconds of sound. */
async function noted(): Promise<string[]> {
  const log = path.join(folder, 'log');
  const text = await readFile(log, 'utf8').catch(() => '');
  await rm(log, { force: true });
  return text.split('\n').filter(Boolean);
}

describe('a recogniser in a process of its own', () => {
  it('that crashes or hangs or grows fails its job alone, with the reason, and the worker lives on', async () => {
    await behave('well');
    expect((await (await hearing())()).status).toBe('completed');
    const [before, first] = [worker(), recognisers()];
    expect(first).toHaveLength(1);
    // Both give way to what answers requests.
    expect(os.getPriority(first[0])).toBeGreaterThanOrEqual(os.getPriority(before));
    const reasons = {
      crash: 'the speech recogniser ended (SIGSEGV)',
      hang: `the speech recogniser did not answer within ${LIMIT} seconds, and was ended`,
      grow: /the speech recogniser needed more than 1\d\d\d MB of memory, and was ended/,
    };
    for (const how of ['crash', 'hang', 'grow'] as const) {
      await behave(how);
      // It grows while it is loaded.
      if (how === 'grow') for (const pid of recognisers()) process.kill(pid, 'SIGKILL');
      await noted();
      const { status, error } = await (await hearing())();
      expect([how, status]).toEqual([how, 'failed']);
      expect(error).toMatch(reasons[how]);
      // A crash may be chance: it is tried once more. What takes too long would again.
      expect([how, (await noted()).length]).toEqual([how, { crash: 2, hang: 1, grow: 0 }[how]]);
      await behave('well');
      const { data } = await (await hearing())();
      expect(data.speech).toMatchObject([{ text: 'ships at noon' }]);
    }
    expect(worker()).toBe(before);
  });

  it('that is killed from outside whenever it works is the fault of no file: the job is done once it is let alone', async () => {
    await noted();
    await behave('well');
    let kills = 0;
    const killing = setInterval(() => {
      for (const pid of recognisers()) {
        process.kill(pid, 'SIGKILL');
        kills += 1;
        // The first try of the job has lost its piece twice by then.
        if (kills === 3) clearInterval(killing);
      }
    }, 20);
    const { status, error, data } = await (await hearing())();
    expect({ status, error, kills }).toMatchObject({ status: 'completed', kills: 3 });
    expect(data.speech).toMatchObject([{ text: 'ships at noon' }]);
  });

  it('loses nothing when it is killed: the piece that it worked on is heard again, and no other', async () => {
    await noted();
    await behave('wait');
    const done = await hearing(40);
    const second = async () =>
      expect((await readFile(path.join(folder, 'log'), 'utf8')).split('\n')).toHaveLength(3);
    await vi.waitFor(second, { timeout: 60_000, interval: 5 });
    const [killed] = recognisers();
    expect(killed).toBeDefined();
    if (killed) process.kill(killed, 'SIGKILL');
    await behave('well');
    const { status, data } = await done();
    expect(status).toBe('completed');
    const pieces = await noted();
    expect(data.speech.length).toBeGreaterThan(1);
    expect(pieces).toHaveLength(data.speech.length + 1);
    expect(new Set(pieces.map((line) => line.split(' ')[0])).size).toBe(2);
  });
});
