import { expect } from 'vitest';
import type {
  Attachment,
  Collection,
  CollectionFinding,
  CollectionMoment,
  FindMomentsRun,
} from '../../../../src/contract/index.ts';
import type {
  Judge,
  JudgedMoment,
  JudgeRequest,
} from '../../../../src/service/understanding/rules/moments/port.ts';
import { makeAudio } from '../../../support/film.ts';
import type { TestService } from '../../../support/service.ts';

/** A judge that a test drives. */
export interface ScriptedJudge extends Judge {
  /** Files and criteria it was asked about: `criterion duration`. */
  readonly asked: string[];
  version: string;
  /** Changes each moment, for a judge that misbehaves. */
  bend: (moment: JudgedMoment, request: JudgeRequest) => JudgedMoment;
  /** Runs before it answers. */
  before: (request: JudgeRequest, signal: AbortSignal) => Promise<void>;
}

/** A judge that finds each line with the last word of the instructions, and makes a moment of it that is long enough. */
export function scriptedJudge(): ScriptedJudge {
  const judge: ScriptedJudge = {
    asked: [],
    version: 'scripted-1',
    judgedBy: 'ranking',
    bend: (moment) => moment,
    before: async () => undefined,
    judge: async (request, signal) => {
      judge.asked.push(`${request.criterion.name} ${request.duration}`);
      await judge.before(request, signal);
      const found = request.evidence.filter(({ signal: one, text }) =>
        request.signals.includes(one) ? text.toLowerCase().includes(wordOf(request)) : false,
      );
      const moments = found.map((line) => judge.bend(momentAt(request, line), request));
      const findings = found.length > 0 ? [] : [absence(request)];
      return { moments, findings, notes: [] };
    },
  };
  return judge;
}

const wordOf = ({ criterion }: JudgeRequest) => criterion.instructions.split(' ').at(-1)?.toLowerCase() ?? '';

const absence = (request: JudgeRequest) =>
  ({ kind: 'absence', text: `Nothing says "${wordOf(request)}".`, evidence: [] }) as const;

function momentAt(request: JudgeRequest, line: JudgeRequest['evidence'][number]): JudgedMoment {
  const { minDuration, duration, criterion } = request;
  const start = Math.max(0, Math.min(line.start, duration - minDuration));
  const rank = Math.min(1, line.text.length / 100);
  const { scoring } = criterion;
  return {
    start,
    end: Math.max(line.end, start + minDuration),
    title: line.text,
    reason: `It is said: "${line.text}"`,
    rank,
    ...(scoring && { score: scoring.min + rank * (scoring.max - scoring.min) }),
    evidence: [line.index],
    speakers: [],
  };
}

/** A cue of a WebVTT file: from and to in seconds, who speaks, and what. */
type Cue = readonly [number, number, string, string];

const clock = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')}.000`;

const webVtt = (cues: readonly Cue[]) =>
  `WEBVTT\n\n${cues.map(([from, to, who, text]) => `${clock(from)} --> ${clock(to)}\n<v ${who}>${text}\n`).join('\n')}`;

/** What everybody says in the first recording of a test. */
export const HARBOUR: readonly Cue[] = [
  [1, 5, 'Ada', 'I promise to paint the ferry tomorrow.'],
  [8, 12, 'Ben', 'The weather is fine.'],
  [15, 20, 'Ada', 'Another promise: the ferry leaves at noon, whatever the weather is.'],
  [30, 34, 'Ben', 'I promise nothing.'],
];

/** Uploads a recording of so many seconds with its words; it is not processed yet. Returns its id. */
export async function addRecording(
  service: TestService,
  cues: readonly Cue[],
  seconds = 40,
): Promise<string> {
  const subtitles = new Blob([webVtt(cues)]);
  const { status, body, text } = await service.upload(await makeAudio(seconds), 'talk.wav', { subtitles });
  expect(status, text).toBe(200);
  return body.id;
}

/** Makes a moments collection; returns its id. */
export async function addCollection(service: TestService, more: object = {}): Promise<string> {
  const name = `moments ${crypto.randomUUID()}`;
  const answer = await service.call('POST', '/collections', { name, collection_type: 'moments', ...more });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.id;
}

/** Adds a file to a collection. */
export async function addFile(service: TestService, collection: string, file_id: string): Promise<void> {
  const answer = await service.call('POST', `/collections/${collection}/media`, { file_id });
  expect(answer.status, answer.text).toBe(200);
}

/** Calls of the API about moments; each must succeed. */
export function momentsApi(service: TestService) {
  const ask = async <Answer>(method: string, where: string, body?: object, status = 200): Promise<Answer> => {
    const answer = await service.call(method, where, body);
    expect(answer.status, answer.text).toBe(status);
    return answer.body as unknown as Answer;
  };
  const of = (collection: string) => `/collections/${collection}`;
  return {
    attach: (collection: string, body: object) =>
      ask<Attachment>('POST', `${of(collection)}/moment-criteria`, body, 201),
    detach: (collection: string, { attachment_id: id }: { attachment_id: string }) =>
      ask('DELETE', `${of(collection)}/moment-criteria/${id}`),
    attachments: async (collection: string) =>
      (await ask<Collection>('GET', of(collection))).moments_config?.criteria ?? [],
    moments: (collection: string, query = '') =>
      ask<{ moments: CollectionMoment[]; total: number; next_cursor?: string }>(
        'GET',
        `${of(collection)}/moments?${query}`,
      ),
    findings: (collection: string, query = '') =>
      ask<{ findings: CollectionFinding[]; total: number; next_cursor?: string }>(
        'GET',
        `${of(collection)}/moments/findings?${query}`,
      ),
    find: (body: object) => ask<FindMomentsRun>('POST', '/find-moments', body),
    run: (id: string, query = '') => ask<FindMomentsRun>('GET', `/find-moments/${id}?${query}`),
    runs: (query = '') =>
      ask<{ runs: FindMomentsRun[]; total: number; next_cursor?: string }>('GET', `/find-moments?${query}`),
    remove: (id: string) =>
      ask<{ job_id: string; deleted: boolean; refunded: boolean }>('DELETE', `/find-moments/${id}`),
  };
}

/** Runs a criterion over a file and waits. @returns the seconds of each moment that it finds, and all of them */
export async function foundIn(service: TestService, url: string, name: string, instructions: string) {
  const api = momentsApi(service);
  const run = await api.find({ url, criterion: { name, instructions }, min_duration_seconds: 1 });
  await service.drain();
  const { status, moments = [], findings = [] } = await api.run(run.job_id);
  expect(status).toBe('completed');
  return { ranges: moments.map((one) => [one.start_time, one.end_time]), moments, findings };
}
