/** node:v8 for a process that simulates many: its memory is not theirs to set. */
export * from 'node:v8';
export const setFlagsFromString = (): void => undefined;
