/** The package that runs an ONNX file, in WebAssembly. */
export const ONNX = 'onnxruntime-web';
