import type { MadeBy } from '../port.ts';

/** What finds faces; increase the version when results change, so that a redo replaces earlier ones. */
export const FACES_MADE_BY: MadeBy = { provider: 'face-api', settings: { version: 1 } };
