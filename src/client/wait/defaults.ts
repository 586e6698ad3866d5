/** Default timeout and first poll interval of a wait, in seconds. */
export const defaultWait = { timeout: 1800, interval: 1 } as const;
