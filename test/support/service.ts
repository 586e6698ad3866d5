import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Ffmpeg, locateFfmpeg } from '../../src/media/index.ts';
import { localAccount } from '../../src/service/accounts/accounts.ts';
import { createToken } from '../../src/service/accounts/tokens.ts';
import type { ServiceConfig } from '../../src/service/context/config.ts';
import { type OpenService, openService } from '../../src/service/index.ts';
import type { Log } from '../../src/service/log.ts';
import { newTestObjects } from './objects.ts';
import { newTestStore } from './store.ts';

/** What tests read of an answer's JSON, whatever the operation. A field that is not in an answer is undefined. */
export interface Fields {
  error: string;
  /** Of a completed segmentation. */
  note: string;
  id: string;
  job_id: string;
  object: string;
  name: string;
  status: string;
  searchable_status: string;
  uri: string;
  url: string;
  filename: string;
  bytes: number | null;
  created_at: number;
  added_at: number;
  metadata: Record<string, unknown> | null;
  media_type: string;
  media_info: Record<string, number | string | boolean | null>;
  video_info: Record<string, number | string | boolean | null>;
  thumbnail_url: string;
  source: string;
  source_metadata: object | null;
  collection_id: string;
  collection_type: string;
  default_segmentation_config: object;
  description: string | null;
  file_count: number;
  file_id: string;
  file: Fields;
  segmentation_id: string;
  segmentation: Fields;
  frame_extraction_id: string;
  face_detection_id: string;
  faces_matches: Fields[];
  results: Fields[];
  speech: Fields[];
  segmentation_config: Record<string, unknown>;
  total_segments: number;
  start_time: number;
  end_time: number;
  time: number;
  type: string;
  value: string;
  label: string;
  segment_id: string;
  file_segment_id: string;
  webhook_secret: string;
  endpoint: string;
  active: boolean;
  subscribed_events: string[];
  title: string;
  asset_type: string;
  visibility: string;
  link_preview: string;
  share_url: string;
  stream_url: string;
  preview_url: string;
  media_download_url: string;
  media_download_expires_at: number;
  data: Fields[] & Fields;
  segments: Fields[];
  total: number;
  limit: number;
  offset: number;
}

/** An answer, read. `body` is its JSON; `text` is its body as it came. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Fields;
  text: string;
}

export interface TestService extends OpenService {
  dataDir: string;
  token: string;
  /** Sends a request with the token; an object as body goes as JSON, a FormData as multipart. */
  call(
    method: string,
    path: string,
    body?: object | FormData,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Uploads bytes as a file. */
  upload(
    bytes: Uint8Array | string,
    filename: string,
    fields?: Record<string, string | Blob>,
  ): Promise<Answer>;
}

let located: Promise<Ffmpeg> | undefined;

/** The ffmpeg of this machine. The search starts each program once to read its version, so it is done once. */
function theFfmpeg(): Promise<Ffmpeg> {
  located ??= locateFfmpeg().catch(() => ({
    path: '/nowhere/ffmpeg',
    version: '0',
    source: 'PATH' as const,
    codecLibrary: [0, 0] as const,
  }));
  return located;
}

/**
 * The service in a folder of its own, without a port, every answer held against the contract. Without ffmpeg on the
 * machine it opens all the same, and processing fails. Texts are not compared by meaning, and objects not looked for, unless
 * `config` says so: both take seconds of processor time.
 * @param onServer false: the store is SQLite and the objects are in the data folder, whatever VAU_TEST_STORE says
 */
export async function openTestService(
  config: Partial<ServiceConfig> = {},
  { onServer = true, ...more }: { clock?: () => number; log?: Log; onServer?: boolean } = {},
): Promise<TestService> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'vau-test-'));
  const { store, remove } = newTestStore(onServer);
  const service = await openService({
    config: {
      ...(store === undefined ? {} : { store }),
      ...(onServer ? newTestObjects().config : {}),
      dataDir,
      checkAnswers: true,
      embeddings: 'off',
      objects: false,
      vectorWaitMs: 60_000,
      vectorKeepMs: 0,
      ...config,
    },
    ffmpeg: await theFfmpeg(),
    ...more,
  });
  const token = service.token ?? '';
  const call: TestService['call'] = async (method, where, body, headers = {}) => {
    const json = body !== undefined && !(body instanceof FormData);
    const response = await service.app.request(where.startsWith('/v1') ? where : `/v1${where}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(json ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : (body as FormData) }),
    });
    return readAnswer(response);
  };
  return {
    ...service,
    dataDir,
    token,
    call,
    upload: (bytes, filename, fields = {}) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.set('file', new Blob([mediaOf(bytes)]), filename);
      return call('POST', '/files', form);
    },
    close: async () => {
      await service.close();
      await remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Bytes as they are. A text is made to begin as FLAC does: the service takes it for media, and fails to read it. */
export function mediaOf(content: Uint8Array | string): Uint8Array<ArrayBuffer> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(`fLaC${content}`) : content;
  return bytes as Uint8Array<ArrayBuffer>;
}

/** Another account's token, for tests of who sees what. */
export async function strangerToken(service: OpenService): Promise<string> {
  const { createAccount } = await import('../../src/service/accounts/accounts.ts');
  const account = await createAccount(service.context.db, `stranger-${Math.random()}`, 100, Date.now());
  return (await createToken(service.context.db, account, 'test', Date.now())).token;
}

/** One more token of the local account. */
export async function anotherToken(
  service: OpenService,
): Promise<{ id: string; token: string; account: string }> {
  const account = await localAccount(service.context.db, Date.now());
  return { ...(await createToken(service.context.db, account, 'another', Date.now())), account };
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {}, text };
}
