import { type Entry, MB } from './entry.ts';

const CLIP =
  'https://huggingface.co/Xenova/clip-vit-base-patch32/resolve/d15189d7028b43f1d3e65039190477f6af591c2a';

/** Encoders that give pictures and words near vectors if they show and say the same. */
export const pictures: readonly Entry[] = [
  // Source: huggingface.co/Xenova/clip-vit-base-patch32 at that revision; sizes and hashes as several public programs pin
  // them. Licence: github.com/openai/CLIP. Figure: the CLIP paper (arXiv 2103.00020).
  {
    ...{ name: 'pictures', model: 'clip-b32', kind: 'clip', title: 'CLIP ViT-B/32, English' },
    ...{ languages: ['en'], licence: 'MIT', terms: 'https://github.com/openai/CLIP/blob/main/LICENSE' },
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
    ...{ disk: 156 * MB, memory: 600 * MB, speed: 'medium', preferred: true },
    quality: '63 of 100 pictures named right among 1,000 kinds (ImageNet, CLIP paper)',
    packages: ['onnxruntime-web'],
    options: {
      ...{ dimensions: 512, max_tokens: 77, size: 224 },
      ...{ mean: '0.48145466 0.4578275 0.40821073', deviation: '0.26862954 0.26130258 0.27577711' },
    },
  },
];
