import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filmWords } from '../../../../src/service/search/words/film-words.ts';
import {
  hotwordsOf,
  sherpaConfig,
  whyNoVocabulary,
} from '../../../../src/service/understanding/modalities/speech/sherpa/config.ts';
import { inspectModel } from '../../../../src/service/understanding/modalities/speech/sherpa/model.ts';
import {
  linesOf,
  sherpaSpeech,
  wordsOfTokens,
} from '../../../../src/service/understanding/modalities/speech/sherpa/provider.ts';
import { blind } from '../../../../src/service/understanding/modalities/visual-pass/types.ts';
import { toWav } from '../../../../src/service/understanding/modalities/voice-activity/energies.ts';
import { sentencesOf } from '../../../../src/service/understanding/rules/chapters/sentences.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'vau-sherpa-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** A folder with files of those names, large enough to pass for models. */
async function model(name: string, files: readonly string[]): Promise<string> {
  const folder = path.join(root, name);
  await mkdir(folder, { recursive: true });
  for (const file of files)
    await writeFile(path.join(folder, file), file.endsWith('.onnx') ? Buffer.alloc(5000) : 'a 0\n');
  return folder;
}

describe('a model folder', () => {
  it.each([
    ['whisper-base.en', ['base.en-encoder.onnx', 'base.en-decoder.onnx', 'base.en-tokens.txt'], 'whisper'],
    [
      'moonshine-tiny',
      [
        'preprocess.onnx',
        'encode.int8.onnx',
        'uncached_decode.int8.onnx',
        'cached_decode.int8.onnx',
        'tokens.txt',
      ],
      'moonshine',
    ],
    ['parakeet', ['encoder.int8.onnx', 'decoder.int8.onnx', 'joiner.int8.onnx', 'tokens.txt'], 'transducer'],
    [
      'zipformer',
      ['encoder-epoch-99.onnx', 'decoder-epoch-99.onnx', 'joiner-epoch-99.onnx', 'tokens.txt'],
      'transducer',
    ],
    ['sense-voice', ['model.int8.onnx', 'tokens.txt'], 'sense-voice'],
  ])('%s is recognised by its files, and each missing file is named', async (name, files, kind) => {
    const found = await inspectModel(await model(name, files));
    expect(found.kind).toBe(kind);
    expect(
      Object.values(found.files)
        .map((file) => path.basename(file))
        .sort(),
    ).toEqual([...files].sort());
    for (const file of files) {
      if (kind === 'sense-voice' && file.endsWith('.onnx')) continue;
      const rest = files.filter((one) => one !== file);
      const folder = await model(`${name} without ${file}`, rest);
      const part = file.endsWith('.txt') ? 'tokens.txt' : /(\w*code\w*|joiner|preprocess)/.exec(file)?.[1];
      await expect(inspectModel(folder)).rejects.toThrow(
        new RegExp(`${kind} model in .* is incomplete: .*${part}.* is missing`),
      );
    }
  });

  it('with both versions of a file returns the 8-bit one', async () => {
    const files = [
      's-encoder.onnx',
      's-encoder.int8.onnx',
      's-decoder.onnx',
      's-decoder.int8.onnx',
      's-tokens.txt',
    ];
    const { files: found } = await inspectModel(await model('both', files));
    expect(path.basename(found.encoder ?? '')).toBe('s-encoder.int8.onnx');
  });

  it('reports a pointer in place of a model', async () => {
    const folder = await model('pointer', ['model.int8.onnx', 'tokens.txt']);
    await writeFile(path.join(folder, 'model.int8.onnx'), 'version https://git-lfs.github.com/spec/v1\n');
    await expect(inspectModel(folder)).rejects.toThrow(/model\.int8\.onnx is too small for a model/);
  });

  it('without a model is refused, naming the supported kinds; so is an unreadable one', async () => {
    await expect(inspectModel(await model('empty', ['readme.md']))).rejects.toThrow(
      /no supported model\. Supported: whisper/,
    );
    await expect(inspectModel(path.join(root, 'nowhere'))).rejects.toThrow(/nowhere.*cannot be read/);
  });
});

describe('the configuration of the recogniser', () => {
  it('names each file by its role', async () => {
    const whisper = await inspectModel(path.join(root, 'whisper-base.en'));
    expect(sherpaConfig(whisper)).toMatchObject({
      featConfig: { sampleRate: 16_000, featureDim: 80 },
      modelConfig: {
        whisper: { encoder: path.join(root, 'whisper-base.en', 'base.en-encoder.onnx') },
        tokens: path.join(root, 'whisper-base.en', 'base.en-tokens.txt'),
      },
    });
    const parakeet = sherpaConfig(await inspectModel(path.join(root, 'parakeet')));
    expect(parakeet.modelConfig).toMatchObject({
      modelType: 'nemo_transducer',
      transducer: { joiner: path.join(root, 'parakeet', 'joiner.int8.onnx') },
    });
    const zipformer = sherpaConfig(await inspectModel(path.join(root, 'zipformer')));
    expect(zipformer.modelConfig).not.toHaveProperty('modelType');
    const moonshine = sherpaConfig(await inspectModel(path.join(root, 'moonshine-tiny')));
    expect(Object.keys(moonshine.modelConfig.moonshine as object).sort()).toEqual([
      'cachedDecoder',
      'encoder',
      'preprocessor',
      'uncachedDecoder',
    ]);
    const sense = sherpaConfig(await inspectModel(path.join(root, 'sense-voice')));
    expect(sense.modelConfig).toMatchObject({
      senseVoice: { model: path.join(root, 'sense-voice', 'model.int8.onnx') },
    });
  });
});

const input = {
  sidecarPath: undefined,
  visualPass: blind,
  ffmpeg: { path: 'ffmpeg', version: '', source: 'PATH', codecLibrary: [0, 0] } as const,
};

describe('the provider', () => {
  it('plans with the kind and name of the model, and rejects with what is missing', async () => {
    const mediaPath = path.join(root, 'talk.wav');
    await writeFile(mediaPath, toWav(Buffer.alloc(16_000)));
    const plan = await sherpaSpeech(root, { sherpaModelDir: path.join(root, 'whisper-base.en') }).plan({
      ...input,
      mediaPath,
    });
    expect(plan).toMatchObject({
      provider: 'sherpa-onnx',
      settings: { version: 'whisper-base.en', kind: 'whisper' },
      quality: expect.stringContaining('whisper model'),
    });
    await expect(
      sherpaSpeech(root, { sherpaModelDir: path.join(root, 'nowhere') }).plan({ ...input, mediaPath }),
    ).rejects.toThrow(/VAU_SHERPA_MODEL_DIR/);
  });
});

it('tokens become words with times, those of a chunk in the middle of the media', () => {
  const tokens = [' The', ' fer', 'ry', '\u2581leaves'];
  const words = wordsOfTokens({ text: '', tokens, timestamps: [0.1, 0.4, 0.6, 1] }, { start: 100, end: 102 });
  expect(words).toEqual([
    { word: 'The', start: 100.1, end: 100.4 },
    { word: 'ferry', start: 100.4, end: 101 },
    { word: 'leaves', start: 101, end: 101.3 },
  ]);
  expect(wordsOfTokens({ text: 'The ferry', tokens, timestamps: [] }, { start: 0, end: 2 })).toEqual([]);
});

describe('the language of a piece of sound', () => {
  const span = { start: 10, end: 12 };
  const of = (lang: string, languages: readonly string[] = []) => {
    const installed = { folder: root, manifest: { languages } } as never;
    return linesOf({ text: ' Gift ', lang }, span, { installed }).map(({ language }) => language);
  };

  it.each([
    ['de', [], 'de'],
    ['<|de|>', [], 'de'],
    ['', ['en'], 'en'],
    ['', ['de', 'en'], undefined],
    ['', [], undefined],
    ['<|nospeech|>', [], undefined],
  ])('is %j of a model for %j: %s', (lang, languages, expected) => {
    expect(of(lang, languages)).toEqual([expected]);
  });

  it('is that of its lines in the index and in sentences, in a file of two languages', async () => {
    const lines = [
      { text: 'Gift', start: 1, end: 2, language: 'de' },
      { text: 'A gift', start: 2, end: 3, language: 'en' },
    ];
    const film = await filmWords(
      { yieldTurn: async () => undefined },
      lines.map(({ text }) => text),
      new Map(lines.map(({ text, language }) => [text, language])),
    );
    expect(lines.map(({ text }) => film.languageOf(text))).toEqual(['de', 'en']);
    expect(sentencesOf(lines).map(({ language }) => language)).toEqual(['de', 'en']);
    expect(sentencesOf([...lines, { text: 'Ends.', start: 3, end: 4, language: 'en' }])).toMatchObject([
      { text: 'Gift', language: 'de' },
      { text: 'A gift Ends.', language: 'en' },
    ]);
  });
});

describe('names and terms', () => {
  const parts = ['encoder.onnx', 'decoder.onnx', 'joiner.onnx', 'tokens.txt'];

  it('go to transducers with bpe.vocab, searched by beam, in the case of their words', async () => {
    const folder = await model('zipformer-bpe', parts);
    await writeFile(path.join(folder, 'bpe.vocab'), 'a\t-1\n');
    const found = await inspectModel(folder);
    expect(whyNoVocabulary(found)).toBeUndefined();
    expect(sherpaConfig(found, true)).toMatchObject({
      decodingMethod: 'modified_beam_search',
      modelConfig: { modelingUnit: 'bpe', bpeVocab: path.join(folder, 'bpe.vocab') },
    });
    expect(sherpaConfig(found)).not.toHaveProperty('decodingMethod');
    expect(hotwordsOf(['Ada  Berg', 'a/b:c', ' '], found)).toBe('Ada Berg/a b c');
    expect(hotwordsOf([], found)).toBeUndefined();
    await writeFile(path.join(folder, 'tokens.txt'), '<blk> 0\n▁SHIPS 1\n');
    expect(hotwordsOf(['Ada Berg'], found)).toBe('ADA BERG');
  });

  it('are refused by all others, which say why', async () => {
    const whisper = await inspectModel(path.join(root, 'whisper-base.en'));
    expect(whyNoVocabulary(whisper)).toContain('no way to give them to whisper models');
    expect(
      whyNoVocabulary(await inspectModel(await model('parakeet-bpe', [...parts, 'bpe.vocab']))),
    ).toContain('NeMo');
    expect(whyNoVocabulary(await inspectModel(await model('zipformer-plain', parts)))).toContain(
      'no bpe.vocab',
    );
    const mediaPath = path.join(root, 'talk.wav');
    const given = { ...input, mediaPath, hearing: { vocabulary: ['Ada'], speakers: {} } };
    const plan = await sherpaSpeech(root, { sherpaModelDir: path.join(root, 'whisper-base.en') }).plan(given);
    expect(plan?.quality).toContain('the names and terms were not used. sherpa-onnx has no way');
    expect(plan?.settings).not.toHaveProperty('hotwords');
  });
});
