import { type Entry, MB } from './entry.ts';

const HOST = 'https://huggingface.co';
const CLIP = `${HOST}/Xenova/clip-vit-base-patch32/resolve/d15189d7028b43f1d3e65039190477f6af591c2a`;
const SIGLIP = `${HOST}/onnx-community/siglip2-base-patch16-224-ONNX/resolve/ba1f3b0843f24bc5417d38e19c37b287d719b2f4`;
const common = { name: 'pictures', kind: 'clip', packages: ['onnxruntime-web'], speed: 'medium' } as const;

/** Pairs of encoders: a picture and a text get near vectors if it shows what the text says. */
export const pictures: readonly Entry[] = [
  // Source: huggingface.co/Xenova/clip-vit-base-patch32 at that revision; sizes and hashes as many public programs pin
  // them. Licence: LICENSE of github.com/openai/CLIP. Size, mean and deviation: its preprocessor_config.json. Figure: 63.2
  // on ImageNet without examples, the CLIP paper (arXiv 2103.00020), for the model before its weights were rounded.
  {
    ...{ ...common, model: 'clip-b32', title: 'CLIP ViT-B/32, English', languages: ['en'], preferred: true },
    licence: 'MIT',
    terms: 'https://github.com/openai/CLIP/blob/main/LICENSE',
    downloads: [
      {
        from: `${CLIP}/onnx/vision_model_quantized.onnx`,
        bytes: 89_117_001,
        sha256: '583fd1110a514667812fee7d684952aaf82a99b959760c8d7dca7e0ab9839299',
        keep: ['vision.onnx'],
      },
      {
        from: `${CLIP}/onnx/text_model_quantized.onnx`,
        bytes: 64_504_507,
        sha256: '73baab855d406190da9faa498cfedf65f15cf309f4cc7385b7b032e6d08e5c3a',
        keep: ['text.onnx'],
      },
      {
        from: `${CLIP}/tokenizer.json`,
        bytes: 2_224_119,
        sha256: 'f7f3b7af117d467b58374797691a6438d3e6b9e9cef800dfd5dced7f697a90cd',
        keep: ['tokenizer.json'],
      },
    ],
    disk: 156 * MB,
    memory: 600 * MB,
    quality:
      '63 of 100 pictures named right among 1,000 kinds (ImageNet, its authors, before it was rounded); experimental: not measured in vau',
    options: {
      max_tokens: 77,
      size: 224,
      fit: 'crop',
      mean: '0.48145466 0.4578275 0.40821073',
      deviation: '0.26862954 0.26130258 0.27577711',
    },
  },
  // Source: huggingface.co/onnx-community/siglip2-base-patch16-224-ONNX at that revision; sizes and hashes as many public
  // programs pin them. Licence and languages: the card of google/siglip2-base-patch16-224. Size, mean and deviation: its
  // preprocessor_config.json, which stretches pictures. Texts in lower case, ended by token 1 and filled up with token 0 to
  // 64: the model reads the last place, and was trained so (Siglip2Tokenizer of github.com/huggingface/transformers).
  // Figure: 78.2 on ImageNet without examples, table 1 of the SigLIP 2 paper (arXiv 2502.14786), for the model before its
  // weights were rounded.
  {
    ...{ ...common, model: 'siglip2-b16', title: 'SigLIP 2 base, many languages', languages: [] },
    licence: 'Apache-2.0',
    terms: `${HOST}/google/siglip2-base-patch16-224`,
    downloads: [
      {
        from: `${SIGLIP}/onnx/vision_model_int8.onnx`,
        bytes: 94_553_333,
        sha256: '0dd31785a2713f1113ef2272472165c69d580473dae38d7b47568ac587795e70',
        keep: ['vision.onnx'],
      },
      {
        from: `${SIGLIP}/onnx/text_model_int8.onnx`,
        bytes: 283_438_275,
        sha256: '3a0603d3a00c05a80a6ded4743c16aaac7b1e62cdcc7e362e7ce418659b96400',
        keep: ['text.onnx'],
      },
      {
        from: `${SIGLIP}/tokenizer.json`,
        bytes: 34_363_039,
        sha256: 'cb9140fae3ac5122c972d37adf83e1248471a38147ad76f8215c8872c6fd8322',
        keep: ['tokenizer.json'],
      },
    ],
    disk: 413 * MB,
    memory: 1_200 * MB,
    speed: 'slow',
    quality:
      '78 of 100 pictures named right among 1,000 kinds (ImageNet, its authors, before it was rounded); experimental: not measured in vau',
    options: {
      max_tokens: 64,
      padding: 0,
      end: 1,
      lower_case: true,
      size: 224,
      fit: 'stretch',
      mean: '0.5 0.5 0.5',
      deviation: '0.5 0.5 0.5',
    },
  },
];
