/** Commands that show results: describe, extract, entity, rich-transcript and media-description. */
import { describe, expect, it } from 'vitest';
import { choosing, run, stage } from './harness.ts';

const a = '0b6a1a52-9f3c-4c1e-8a51-000000000001';
const b = '0b6a1a52-9f3c-4c1e-8a51-000000000002';
const { service, home } = await stage();

const vau = (...args: string[]) => run(home.folder, args, { env: choosing(service) });

describe('options reach the service', () => {
  const window = [
    '--start-time',
    '5',
    '--end-time',
    '1m',
    '--modality',
    'speech',
    '--modality',
    'scene_text',
  ];
  /** A format of speech takes no other modality. */
  const spoken = window.slice(0, -2);
  const heard = ['--include-word-timestamps', '--include-metadata'];
  const extras = [...heard, '--include-chapters', '--include-shots'];
  const asked = {
    start_time_seconds: '5',
    end_time_seconds: '60',
    modalities: 'speech,scene_text',
    include_word_timestamps: 'true',
    include_metadata: 'true',
  };
  const divided = { ...asked, include_chapters: 'true', include_shots: 'true' };
  const page = { limit: '3', offset: '6' };
  const added = { added_after: '2026-01-01', order: 'filename', sort: 'asc' };
  const addedFlags = ['--added-after', '2026-01-01', '--order', 'filename', '--sort', 'asc'];
  const pageFlags = ['--limit', '3', '--offset', '6'];

  it.each([
    [
      ['describe', 'get', a, '--format', 'speech_vtt', ...spoken, ...extras],
      `/v1/describe/${a}`,
      { ...divided, modalities: 'speech', response_format: 'speech_vtt' },
    ],
    [
      ['transcribe', 'get', a, '--format', 'speech_vtt', ...spoken, ...heard],
      `/v1/transcribe/${a}`,
      { ...asked, modalities: 'speech', response_format: 'speech_vtt' },
    ],
    [
      ['transcribe', 'list', ...pageFlags, '--status', 'failed', '--no-include-data', ...heard],
      '/v1/transcribe',
      {
        ...page,
        status: 'failed',
        include_data: 'false',
        include_word_timestamps: 'true',
        include_metadata: 'true',
      },
    ],
    [
      ['describe', 'list', '--status', 'failed', '--no-include-data', '--url', `vau://files/${b}`],
      '/v1/describe',
      { status: 'failed', include_data: 'false', url: `vau://files/${b}` },
    ],
    [
      ['media-description', 'get', a, b, '--format', 'markdown', ...window, ...extras],
      `/v1/collections/${a}/videos/${b}/media-descriptions`,
      { ...divided, response_format: 'markdown' },
    ],
    [
      ['rich-transcript', 'get', a, b, ...window, ...extras],
      `/v1/collections/${a}/videos/${b}/rich-transcripts`,
      divided,
    ],
    [
      [
        ...['media-description', 'list', a, ...pageFlags, ...addedFlags],
        ...['--format', 'markdown', '--modality', 'speech', '--include-metadata'],
      ],
      `/v1/collections/${a}/media-descriptions`,
      { ...page, ...added, response_format: 'markdown', modalities: 'speech', include_metadata: 'true' },
    ],
    [
      ['rich-transcript', 'list', a, ...pageFlags, ...addedFlags],
      `/v1/collections/${a}/rich-transcripts`,
      { ...page, ...added },
    ],
    [
      ['entity', 'list', a, ...pageFlags, ...addedFlags, '--format', 'markdown', '--include-metadata'],
      `/v1/collections/${a}/entities`,
      { ...page, ...added, response_format: 'markdown', include_metadata: 'true' },
    ],
    [
      ['entity', 'get', a, b, ...pageFlags, '--include-thumbnails', '--include-chapters', '--include-shots'],
      `/v1/collections/${a}/videos/${b}/entities`,
      { ...page, include_thumbnails: 'true', include_chapters: 'true', include_shots: 'true' },
    ],
    [['tag', 'list', ...pageFlags, '--type', 'file'], '/v1/tags', { ...page, type: 'file' }],
    [['tag', 'list', '--file-id', a, '--type', 'segment'], `/v1/files/${a}/tags`, { type: 'segment' }],
    [
      ['tag', 'list', '--file-id', a, '--segment-id', b, ...pageFlags],
      `/v1/files/${a}/segments/${b}/tags`,
      page,
    ],
    [
      ['extract', 'get', a, ...pageFlags, '--include-thumbnails', '--include-chapters', '--include-shots'],
      `/v1/extract/${a}`,
      { ...page, include_thumbnails: 'true', include_chapters: 'true', include_shots: 'true' },
    ],
  ])('%j', async (line, path, query) => {
    const { status, stderr } = await vau(...line, '-o', 'json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [sent, ...after] = service.arrived;
    expect(sent).toMatchObject({ method: 'GET', path });
    // The scripted answer is empty: whether its file was read at all is asked after.
    for (const one of after)
      expect(one).toMatchObject({ method: 'GET', path: `/v1/collections/${a}/videos/${b}` });
    const { modalities, ...rest } = sent?.query ?? {};
    expect({ ...rest, ...(modalities ? { modalities: [modalities].flat().join(',') } : {}) }).toEqual(query);
  });

  it('flags turn the four kinds of entities on and off', async () => {
    const flags = ['--video-level', '--no-segment-level', '--no-transcript-mode', '--metadata-mode'];
    expect(await vau('extract', 'create', `vau://files/${a}`, '--prompt', 'people', ...flags)).toMatchObject({
      status: 0,
    });
    expect(service.arrived[0]?.body).toEqual({
      url: `vau://files/${a}`,
      prompt: 'people',
      enable_video_level_entities: true,
      enable_segment_level_entities: false,
      enable_transcript_mode: false,
      enable_metadata_mode: true,
    });
  });

  it('[SHAPE-1] refuses metadata mode together with transcript mode before anything is sent', async () => {
    const modes = ['--transcript-mode', '--metadata-mode'];
    const refused = await vau('extract', 'create', `vau://files/${a}`, '--prompt', 'people', ...modes);
    expect(refused).toMatchObject({ status: 2, stdout: '' });
    expect(refused.stderr).toMatch(/--metadata-mode\) cannot be true together with enable_transcript_mode/);
    expect(service.arrived).toEqual([]);
  });

  it('without any level, the service gets the request, and its error is shown', async () => {
    service.script = () => ({
      status: 400,
      json: { error: 'enable_video_level_entities: one level at least' },
    });
    const refused = await vau(
      'extract',
      'create',
      `vau://files/${a}`,
      '--prompt',
      'people',
      '--no-segment-level',
    );
    expect(refused).toMatchObject({ status: 8, stdout: '' });
    expect(refused.stderr).toContain('enable_video_level_entities: one level at least');
    expect(service.arrived[0]?.body).toMatchObject({ enable_segment_level_entities: false });
  });

  it.each(['describe', 'extract'])('[DEL-4] %s delete needs --yes without a terminal', async (noun) => {
    expect(await vau(noun, 'delete', a)).toMatchObject({ status: 2, stdout: '' });
    expect(service.arrived).toEqual([]);
    const done = await vau(noun, 'delete', a, '--yes');
    expect(done.stdout).toMatch(new RegExp(`^Deleted .* job ${a}\n$`));
    expect(service.arrived).toMatchObject([{ method: 'DELETE', path: `/v1/${noun}/${a}` }]);
  });
});

describe('results are shown', () => {
  const subtitles = '1\n00:00:00,600 --> 00:00:04,900\nThe light keeps it safe.\n';

  it('subtitles only, so that they can be redirected to a file; -o json has the job', async () => {
    const job = { job_id: a, status: 'completed', url: 'x', created_at: 1, data: { content: subtitles } };
    service.script = () => ({ json: job });
    const asText = await vau('describe', 'get', a, '--format', 'speech_srt');
    expect(asText).toEqual({ status: 0, stdout: subtitles, stderr: '' });
    const asJson = await vau('describe', 'get', a, '--format', 'speech_srt', '-o', 'json');
    expect(JSON.parse(asJson.stdout)).toEqual(job);
  });

  it('entities of each segment are rows, the job is above', async () => {
    const segment = { start_time: 20, end_time: 40, entities: { people: ['Ada'] } };
    service.script = () => ({
      json: { job_id: a, status: 'completed', url: 'x', data: { segment_entities: [segment] } },
    });
    const { stdout } = await vau('extract', 'get', a);
    expect(stdout).toMatch(/^job_id +0b6a/);
    expect(stdout).toContain('{"people":["Ada"]}');
    const rows = await vau('extract', 'get', a, '-o', 'ndjson');
    expect(JSON.parse(rows.stdout)).toEqual(segment);
  });
});
