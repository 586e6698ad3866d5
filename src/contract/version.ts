/** Version of the interface description this contract follows. */
export const INTERFACE_VERSION = '0.7.31';

/** Last segment of every base address. */
export const API_PREFIX = '/v1';
