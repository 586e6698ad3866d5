export type { ServiceConfig } from './config.ts';
export { ServiceError } from './errors.ts';
export { type OpenOptions, type OpenService, openService } from './open-service.ts';
export { type RunningService, type StartOptions, startService } from './start-service.ts';
