import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { speechConfig } from '../../../../src/service/context/speech-settings.ts';
import { transcriptionAddresses } from '../../../../src/service/understanding/modalities/speech/endpoint/session.ts';
import {
  speechProvidersFor,
  speechStatus,
} from '../../../../src/service/understanding/modalities/speech/sources.ts';

describe('speech from the environment', () => {
  it('uses subtitles and the system’s recogniser by default', () => {
    expect(speechConfig({ VAU_SPEECH_URL: ' ' })).toEqual({
      providers: ['sidecar', 'subtitle-track', 'endpoint', 'sherpa-onnx', 'moonshine'],
    });
  });

  it('reads every setting, and only the name of the key', () => {
    const config = speechConfig({
      VAU_SPEECH_PROVIDERS: 'endpoint, sidecar',
      VAU_SPEECH_URL: 'http://127.0.0.1:8000/v1',
      VAU_SPEECH_MODEL: 'large',
      VAU_SPEECH_LANGUAGE: 'en',
      VAU_SPEECH_TIMEOUT: '60',
      VAU_SPEECH_KEY_ENV: 'MY_KEY',
      MY_KEY: 'secret',
      VAU_SHERPA_MODEL_DIR: tmpdir(),
    });
    expect(config).toEqual({
      providers: ['endpoint', 'sidecar'],
      endpoint: {
        url: 'http://127.0.0.1:8000/v1',
        model: 'large',
        language: 'en',
        keyEnv: 'MY_KEY',
        timeoutSeconds: 60,
        retryMs: 1000,
      },
      timeoutSeconds: 60,
      sherpaModelDir: tmpdir(),
    });
    // The transcript corrected by hand, the two chosen ones, and the one that says what is missing.
    expect(speechProvidersFor({ speech: config, dataDir: tmpdir() })).toHaveLength(4);
  });

  it.each([
    [
      { VAU_SPEECH_PROVIDERS: 'sidecar,magic' },
      /VAU_SPEECH_PROVIDERS names "magic"; the providers are sidecar, subtitle-track/,
    ],
    [{ VAU_SPEECH_URL: 'ftp://host/' }, /VAU_SPEECH_URL: only http and https/],
    [{ VAU_SPEECH_URL: 'http://me:pass@host/v1' }, /VAU_SPEECH_URL: .*user name or password/],
    [{ VAU_SPEECH_URL: 'http://host', VAU_SPEECH_TIMEOUT: 'soon' }, /VAU_SPEECH_TIMEOUT must be a number/],
    [{ VAU_SHERPA_MODEL_DIR: '/nowhere/tiny' }, /VAU_SHERPA_MODEL_DIR: \/nowhere\/tiny is not a folder/],
    [{ VAU_POCKETSPHINX: 'off' }, /VAU_POCKETSPHINX is no longer a setting: vau hears with moonshine/],
    [{ VAU_SPEECH_PROVIDERS: 'pocketsphinx' }, /names pocketsphinx: vau hears with moonshine .*setup speech/],
  ])('refuses %o', (env, message) => {
    expect(() => speechConfig(env)).toThrow(message);
  });
});

describe('the status of speech', () => {
  it('names every provider in order, what is missing, and how to get it', async () => {
    const config = {
      providers: ['endpoint', 'sherpa-onnx', 'moonshine', 'sidecar'],
      sherpaModelDir: '/nowhere/tiny',
    } as const;
    const { providers, advice } = await speechStatus(config, '/nowhere');
    expect(providers).toMatchObject([
      { name: 'endpoint', ready: false, words: expect.stringContaining('VAU_SPEECH_URL') },
      { name: 'sherpa-onnx', ready: false, words: expect.stringContaining('/nowhere/tiny') },
      { name: 'moonshine', ready: false, words: 'not set up; vau setup speech' },
      { name: 'sidecar', ready: true, words: expect.stringContaining('exact') },
    ]);
    expect(providers.map(({ recogniser }) => recogniser?.rank)).toEqual([3, 2, 1, undefined]);
    expect(advice).toMatch(/vau setup speech/);
  });
});

it.each([
  ['http://h:1', ['http://h:1/v1/audio/transcriptions', 'http://h:1/inference']],
  ['http://h:1/v1/', ['http://h:1/v1/audio/transcriptions', 'http://h:1/inference']],
  [
    'https://h/openai/v1?api-version=1',
    ['https://h/openai/v1/audio/transcriptions?api-version=1', 'https://h/openai/inference?api-version=1'],
  ],
  ['http://h/inference', ['http://h/inference']],
  ['http://h/x/audio/transcriptions', ['http://h/x/audio/transcriptions']],
])('the URL of %s', (configured, addresses) => {
  expect(transcriptionAddresses(configured)).toEqual(addresses);
});
