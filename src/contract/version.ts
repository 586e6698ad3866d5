/** Version of the API reference that this contract follows. */
export const INTERFACE_VERSION = '0.7.31';

/** Last segment of every base URL. */
export const API_PREFIX = '/v1';
