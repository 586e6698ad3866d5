import { handlers } from './registry.ts';
import { workerMain } from './worker-main.ts';

await workerMain(handlers);
