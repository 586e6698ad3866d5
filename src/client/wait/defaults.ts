/** Longest wait, and the pause before the second look, in seconds. */
export const defaultWait = { timeout: 1800, interval: 1 } as const;
