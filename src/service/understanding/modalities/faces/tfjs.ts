/**
 * Replaces @tensorflow/tfjs in the bundle of the face thread (scripts/build.mjs): only what we use, without training
 * and the browser backends.
 */
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops.js';

export * from '@tensorflow/tfjs-converter';
export * from '@tensorflow/tfjs-core';
