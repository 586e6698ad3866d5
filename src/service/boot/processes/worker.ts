import { jobHandlers as handlers } from '../registry/job-handlers.ts';
import { workerMain } from './worker-process.ts';

// An entry of its own: the tests of faults run workerMain() with handlers of theirs.
await workerMain(handlers);
