import { handlers } from './job-handlers.ts';
import { workerMain } from './worker-main.ts';

await workerMain(handlers);
