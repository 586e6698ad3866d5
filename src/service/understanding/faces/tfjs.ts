/**
 * Stands for @tensorflow/tfjs in the bundle of the faces' thread (scripts/build.mjs): what runs here of it, without
 * training and without its browser's backends.
 */
import '@tensorflow/tfjs-core/dist/public/chained_ops/register_all_chained_ops.js';

export * from '@tensorflow/tfjs-converter';
export * from '@tensorflow/tfjs-core';
