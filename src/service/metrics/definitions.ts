/** A metric: its help, its labels, and of a histogram the upper bounds of its buckets in seconds. */
interface Definition {
  readonly type: 'counter' | 'histogram' | 'gauge';
  readonly help: string;
  readonly labels: readonly string[];
  readonly buckets?: readonly number[];
}

const REQUEST = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const JOB = [0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3_600];
const SEARCH = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const DELIVERY = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/**
 * All metrics of the service, by name. Every label has a small, fixed set of values: no ids, no names of accounts, no
 * addresses.
 */
export const metrics = {
  vau_info: { type: 'gauge', help: 'Always 1; the version of the interface is a label', labels: ['version'] },
  vau_start_time_seconds: { type: 'gauge', help: 'Unix time at which the service was opened', labels: [] },
  vau_http_requests_total: {
    type: 'counter',
    help: 'HTTP requests, by operation or path pattern and status',
    labels: ['route', 'status'],
  },
  vau_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the request to the beginning of its response',
    labels: ['route'],
    buckets: REQUEST,
  },
  vau_search_duration_seconds: {
    type: 'histogram',
    help: 'Time of a search: by scope, or a deep search',
    labels: ['kind'],
    buckets: SEARCH,
  },
  vau_jobs: {
    type: 'gauge',
    help: 'Unfinished jobs; those that are later wait for their time or a retry',
    labels: ['lane', 'kind', 'state'],
  },
  vau_job_oldest_age_seconds: {
    type: 'gauge',
    help: 'Time that the oldest ready job has been due; 0 if none is ready',
    labels: ['lane', 'kind'],
  },
  vau_job_runs_total: {
    type: 'counter',
    help: 'Runs of jobs, by outcome',
    labels: ['kind', 'outcome'],
  },
  vau_job_duration_seconds: {
    type: 'histogram',
    help: 'Time of a run of a job',
    labels: ['kind'],
    buckets: JOB,
  },
  vau_webhook_attempts_total: {
    type: 'counter',
    help: 'Attempts to deliver an event, by the class of the response; none if there was no response',
    labels: ['response'],
  },
  vau_webhook_attempt_duration_seconds: {
    type: 'histogram',
    help: 'Time of an attempt to deliver an event',
    labels: [],
    buckets: DELIVERY,
  },
  vau_webhook_deliveries_pending: {
    type: 'gauge',
    help: 'Deliveries to webhooks that have neither succeeded nor been given up',
    labels: [],
  },
  vau_webhook_oldest_pending_age_seconds: {
    type: 'gauge',
    help: 'Age of the oldest pending delivery; 0 if there is none',
    labels: [],
  },
  vau_webhooks_disabled: {
    type: 'gauge',
    help: 'Webhooks that the service disabled because their receivers failed',
    labels: [],
  },
  vau_loop_stalls_total: {
    type: 'counter',
    help: "Stalls of the server's event loop of more than 0.1 s, by whether it computed or was blocked",
    labels: ['cause'],
  },
  vau_loop_stall_seconds_total: {
    type: 'counter',
    help: "Total length of the stalls of the server's event loop",
    labels: ['cause'],
  },
  vau_workers: { type: 'gauge', help: 'Worker processes', labels: ['state'] },
  vau_worker_deaths_total: { type: 'counter', help: 'Unexpected exits of worker processes', labels: [] },
  vau_process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Resident memory of the server (service; supervisor with vau worker) and of each worker process',
    labels: ['process'],
  },
  vau_process_cpu_seconds_total: {
    type: 'counter',
    help: 'Processor time of the server (service) and of each worker process since it was started',
    labels: ['process'],
  },
  vau_disk_free_bytes: { type: 'gauge', help: 'Free space on the disk of the data folder', labels: [] },
  vau_store_hindrances_total: {
    type: 'counter',
    help: 'On PostgreSQL: lost connections, deadlocks, serialization failures and lock timeouts, and statements that were sent again for one',
    labels: ['kind'],
  },
  vau_store_bytes: { type: 'gauge', help: 'Size of the database, with its log', labels: [] },
} as const satisfies Readonly<Record<string, Definition>>;

export type MetricName = keyof typeof metrics;

/** The labels of a metric, each with its value. */
export type LabelsOf<Name extends MetricName> = Readonly<
  Record<(typeof metrics)[Name]['labels'][number], string>
>;

/** The metrics that count or measure something when it happens. The others are read when they are asked for. */
export type RecordedName = {
  [Name in MetricName]: (typeof metrics)[Name]['type'] extends 'gauge' ? never : Name;
}[MetricName];

/** The definition of a metric, whatever its name. */
export function definitionOf(name: MetricName): Definition {
  return metrics[name];
}
