import { type Entry, MB } from './entry.ts';

const RELEASES = 'https://github.com/k2-fsa/sherpa-onnx/releases/download';

/** Who speaks when. */
export const speakers: readonly Entry[] = [
  // Source: the releases speaker-segmentation-models and speaker-recongition-models (their spelling) of
  // k2-fsa/sherpa-onnx; sizes and hashes as many public programs pin them. Licences: the LICENSE in the archive (MIT,
  // CNRS), and the repository modelscope/3D-Speaker (Apache-2.0). Error rate: the README of 3D-Speaker.
  {
    ...{ name: 'speakers', model: 'pyannote-campplus', kind: 'diarization' },
    title: 'Pyannote segmentation 3.0 with CAM++ voices',
    ...{ languages: [], licence: 'MIT AND Apache-2.0' },
    terms: 'https://huggingface.co/pyannote/segmentation-3.0, https://github.com/modelscope/3D-Speaker',
    downloads: [
      {
        from: `${RELEASES}/speaker-segmentation-models/sherpa-onnx-pyannote-segmentation-3-0.tar.bz2`,
        bytes: 6_958_444,
        sha256: '24615ee884c897d9d2ba09bb4d30da6bb1b15e685065962db5b02e76e4996488',
        ...{ archive: 'tar.bz2', keep: ['model.onnx'] },
      },
      {
        from: `${RELEASES}/speaker-recongition-models/3dspeaker_speech_campplus_sv_en_voxceleb_16k.onnx`,
        bytes: 29_596_978,
        sha256: '357a834f702b80161e5b981182c038e18553c1f2ca752ed6cec2052365d4129b',
        keep: ['voice.onnx'],
      },
    ],
    ...{ disk: 36 * MB, memory: 300 * MB, speed: 'medium', preferred: true },
    quality: 'voices: 0.65 % equal error rate (VoxCeleb1-O, 3D-Speaker)',
    packages: ['sherpa-onnx-node'],
  },
];
