/**
 * What `vau setup` can bring: for each name an entry with its models, sizes, hashes and speeds. Plain data; what
 * fetches it is in setup/fetching.
 */

import { type Entry, MB, type PackageTree } from './entry.ts';
import { meaning } from './meaning.ts';
import packages from './packages.json' with { type: 'json' };
import { pictures } from './pictures.ts';
import { speech } from './speech.ts';
import { text } from './text.ts';

const HOST = 'https://huggingface.co/Qwen';
const common = {
  name: 'language',
  kind: 'gguf',
  languages: [],
  licence: 'Apache-2.0',
  packages: ['node-llama-cpp'],
} as const;

/** Language models, as GGUF files. */
const language: readonly Entry[] = [
  // Source: huggingface.co/Qwen/Qwen3-1.7B-GGUF at that revision; size and hash as many public programs pin them.
  // Figure: 62.63 for the base model in the tables of the Qwen3 technical report (arXiv 2505.09388): before it was tuned to
  // answer, and before its weights were rounded. Nobody measured the file itself.
  {
    ...{ ...common, model: 'qwen3-1.7b', title: 'Qwen3 1.7B, 8 bits', speed: 'medium' },
    terms: `${HOST}/Qwen3-1.7B-GGUF`,
    downloads: [
      {
        from: `${HOST}/Qwen3-1.7B-GGUF/resolve/90862c4b9d2787eaed51d12237eafdfe7c5f6077/Qwen3-1.7B-Q8_0.gguf`,
        bytes: 1_834_426_016,
        sha256: '061b54daade076b5d3362dac252678d17da8c68f07560be70818cace6590cb1a',
        keep: ['model.gguf'],
      },
    ],
    disk: 1_835 * MB,
    memory: 3_000 * MB,
    quality: '62.6 of 100 questions right (MMLU, its authors, for the model before it was tuned and rounded)',
  },
  // Source: huggingface.co/Qwen/Qwen3-4B-GGUF at that revision; size and hash as many public programs pin them.
  // Figure: 72.99 for the base model in the tables of the Qwen3 technical report (arXiv 2505.09388): before it was tuned to
  // answer, and before its weights were rounded. Nobody measured the file itself.
  {
    ...{ ...common, model: 'qwen3-4b', title: 'Qwen3 4B, 4 bits', speed: 'slow', preferred: true },
    terms: `${HOST}/Qwen3-4B-GGUF`,
    downloads: [
      {
        from: `${HOST}/Qwen3-4B-GGUF/resolve/bc640142c66e1fdd12af0bd68f40445458f3869b/Qwen3-4B-Q4_K_M.gguf`,
        bytes: 2_497_280_256,
        sha256: '7485fe6f11af29433bc51cab58009521f205840f5b4ae3a32fa7f92e8534fdf5',
        keep: ['model.gguf'],
      },
    ],
    disk: 2_498 * MB,
    memory: 4_500 * MB,
    quality: '73.0 of 100 questions right (MMLU, its authors, for the model before it was tuned and rounded)',
  },
  // Source: huggingface.co/Qwen/Qwen3-8B-GGUF at that revision; size and hash as several public programs pin them.
  // Figure: 76.89 for the base model in the tables of the Qwen3 technical report (arXiv 2505.09388): before it was tuned to
  // answer, and before its weights were rounded. Nobody measured the file itself.
  {
    ...{ ...common, model: 'qwen3-8b', title: 'Qwen3 8B, 4 bits', speed: 'slow' },
    terms: `${HOST}/Qwen3-8B-GGUF`,
    downloads: [
      {
        from: `${HOST}/Qwen3-8B-GGUF/resolve/7c41481f57cb95916b40956ab2f0b139b296d974/Qwen3-8B-Q4_K_M.gguf`,
        bytes: 5_027_783_488,
        sha256: 'd98cdcbd03e17ce47681435b5150e34c1417f50b5c0019dd560e4882c5745785',
        keep: ['model.gguf'],
      },
    ],
    disk: 5_028 * MB,
    memory: 7_500 * MB,
    quality: '76.9 of 100 questions right (MMLU, its authors, for the model before it was tuned and rounded)',
  },
];

const RELEASES = 'https://github.com/k2-fsa/sherpa-onnx/releases/download';

/** Who speaks when. */
const speakers: readonly Entry[] = [
  // Source: the releases speaker-segmentation-models and speaker-recongition-models (their spelling) of
  // k2-fsa/sherpa-onnx; sizes and hashes as many public programs pin them. Licences: the LICENSE in the archive (MIT,
  // CNRS), and the repository modelscope/3D-Speaker (Apache-2.0). Error rate: the README of 3D-Speaker.
  {
    name: 'speakers',
    model: 'pyannote-campplus',
    kind: 'diarization',
    title: 'Pyannote segmentation 3.0 with CAM++ voices',
    languages: [],
    licence: 'MIT AND Apache-2.0',
    terms: 'https://huggingface.co/pyannote/segmentation-3.0, https://github.com/modelscope/3D-Speaker',
    downloads: [
      {
        from: `${RELEASES}/speaker-segmentation-models/sherpa-onnx-pyannote-segmentation-3-0.tar.bz2`,
        bytes: 6_958_444,
        sha256: '24615ee884c897d9d2ba09bb4d30da6bb1b15e685065962db5b02e76e4996488',
        archive: 'tar.bz2',
        keep: ['model.onnx'],
      },
      {
        from: `${RELEASES}/speaker-recongition-models/3dspeaker_speech_campplus_sv_en_voxceleb_16k.onnx`,
        bytes: 29_596_978,
        sha256: '357a834f702b80161e5b981182c038e18553c1f2ca752ed6cec2052365d4129b',
        keep: ['voice.onnx'],
      },
    ],
    disk: 36 * MB,
    memory: 300 * MB,
    speed: 'medium',
    preferred: true,
    quality: 'voices: 0.65 % equal error rate (VoxCeleb1-O, 3D-Speaker); experimental: not measured in vau',
    packages: ['sherpa-onnx-node'],
  },
];

export type {
  Download,
  Entry,
  EntryName,
  PackagePlace,
  PackageTree,
  RegistryArchive,
} from './entry.ts';
export { entryNames } from './entry.ts';

/** All that vau setup can bring. */
export interface Catalogue {
  readonly models: readonly Entry[];
  readonly packages: readonly PackageTree[];
}

/** The catalogue of this release. */
export const catalogue: Catalogue = {
  models: [...speech, ...speakers, ...text, ...meaning, ...pictures, ...language],
  packages,
};
