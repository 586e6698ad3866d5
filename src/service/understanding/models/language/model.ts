/**
 * The language model: which one is set up (an endpoint, or a GGUF on this machine), or what is missing. chat.ts asks
 * it.
 */

import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { ModelEndpoint } from '../../../context/model-endpoint.ts';
import { settingsEnvironment } from '../../../context/settings-file.ts';
import { messageOf } from '../../../errors.ts';
import { chosenModel, entryOf, type InstalledModel } from '../../../models/index.ts';
import { LLAMA } from './llama-package.ts';

/** A model on this machine, in a process of its own. */
export interface LocalLanguage {
  /** Its name, as vau setup shows it. */
  readonly model: string;
  /** Absolute path of the GGUF file. */
  readonly file: string;
  /** The file that imports node-llama-cpp. */
  readonly runtime: string;
  /** Most tokens of a question and its answer together; fewer if the model was made for fewer. */
  readonly contextTokens: number;
  readonly threads: number;
  /** A question that takes longer ends the process. */
  readonly timeoutSeconds: number;
}

/** A model that is set up and cannot be used. */
export interface MissingLanguage {
  readonly model: string;
  /** A sentence that says what is missing, and the command that brings it. */
  readonly problem: string;
}

/** What reads and answers. */
export type LanguageModel = ModelEndpoint | LocalLanguage | MissingLanguage;

/** What a result says of who made it, before the model's name. */
export function providerOf(language: LanguageModel): string {
  return 'url' in language ? 'language-endpoint' : 'language-local';
}

export interface LanguageConfig {
  readonly dataDir: string;
  readonly language?: ModelEndpoint;
}

/** An hour of speech fits three times into so many tokens, and their memory stays below a gigabyte for models of 8 billion parameters. */
const CONTEXT_TOKENS = 8_192;

/** A long question takes minutes on few cores. */
const TIMEOUT_SECONDS = 900;

/** Processor cores that are left to hearing and seeing. */
const LEFT_CORES = 1;
const MOST_THREADS = 8;

/** The language model in use: the endpoint, else the one that vau setup brought; undefined if there is neither. */
export function languageModel({ dataDir, language }: LanguageConfig): LanguageModel | undefined {
  if (language) return language;
  try {
    const chosen = chosenModel(dataDir, 'language');
    return chosen && localLanguage(dataDir, chosen);
  } catch (error) {
    return { model: 'local', problem: messageOf(error) };
  }
}

/** @throws Error if the model has no GGUF file, or no package to run it */
function localLanguage(dataDir: string, { folder, manifest }: InstalledModel): LocalLanguage {
  const { name, model, files, packages, options } = manifest;
  const [file] = files.filter((one) => one.path.toLowerCase().endsWith('.gguf'));
  const runtime = packages.find((one) => one.name === LLAMA);
  if (!file || !runtime)
    throw new Error(
      `The model ${model} lacks ${file ? `the package ${LLAMA}` : 'a GGUF file'}. Get it with: vau setup ${name} ${model}`,
    );
  const { VAU_LANGUAGE_TIMEOUT } = settingsEnvironment(dataDir, process.env);
  return {
    model,
    file: path.join(folder, file.path),
    runtime: entryOf(dataDir, runtime),
    contextTokens: Number(options.context_tokens ?? CONTEXT_TOKENS),
    threads: Math.max(1, Math.min(MOST_THREADS, availableParallelism() - LEFT_CORES)),
    timeoutSeconds: Number(VAU_LANGUAGE_TIMEOUT || TIMEOUT_SECONDS),
  };
}
