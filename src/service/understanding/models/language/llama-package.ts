/** The package that runs a GGUF file. */
export const LLAMA = 'node-llama-cpp';
