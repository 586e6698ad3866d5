import {
  findingKinds,
  findMomentsStatuses,
  type judges,
  type OneOf,
  workStatuses,
} from '../../../../contract/values/enums.ts';
import { account, flag, id, integer, json, real, table, text, UNFINISHED } from './column.ts';

/**
 * Moment criteria and what they find. The lists of a collection are read from collection_moments and collection_findings, which copy
 * what lists are ordered and narrowed by.
 */
export const moments = {
  /** A criterion attached to a collection. */
  moment_attachments: table({
    id,
    account_id: account,
    collection_id: text.references('collections'),
    criterion_name: text,
    criterion_hash: text,
    criterion: json,
    /** As given in the request. */
    options: json,
    /** What a run must have to be one of this criterion: see find-moments/spec.ts. */
    run_key: text,
    /** Of its job. The state that clients see depends on its files too. */
    status: text.oneOf(workStatuses),
    /** The last file of the collection that its job has looked at. */
    reached: text.default(''),
    created_at: integer,
  }).indexes(
    'moment_attachments_collection (collection_id, created_at, id)',
    'moment_attachments_same (collection_id, run_key)',
    `moment_attachments_unfinished (id) ${UNFINISHED}`,
  ),

  /** A criterion applied to a file. It belongs to no collection: several criterion_files may share a run. */
  find_moments_runs: table({
    id,
    account_id: account,
    file_id: text.references('files'),
    /** As given in the request; the file's uri in a backfill. */
    url: text,
    status: text.oneOf(findMomentsStatuses),
    /** Why it failed or was cancelled, for people. */
    error: text.orNull(),
    criterion_name: text,
    criterion_hash: text,
    /** As it was when the run began. */
    criterion: json,
    /** The options in force. */
    options: json,
    run_key: text,
    /** The file's `heard`; 0 if the run uses no speech. */
    heard: integer,
    engine_version: integer,
    /** The engine with its judge: see find-moments/engine.ts. */
    engine: text,
    judged_by: text.is<OneOf<typeof judges>>(),
    /** Whether somebody asked for this run; otherwise a backfill did. */
    requested: flag,
    /** Null until completed. */
    total_moments: integer.orNull(),
    /** Array of sentences; null until completed. */
    notes: json.orNull(),
    created_at: integer,
    /** Millionths of a credit that it was charged: null until it is, 0 once it is refunded. */
    cost_micros: integer.orNull(),
  })
    .indexes(
      'find_moments_runs_account (account_id, created_at, id, file_id, status)',
      'find_moments_runs_url (account_id, url, created_at, id, file_id, status)',
      'find_moments_runs_same (file_id, run_key, engine, heard, created_at)',
      `find_moments_runs_unfinished (id) ${UNFINISHED}`,
      `find_moments_runs_account_unfinished (account_id) ${UNFINISHED}`,
    )
    .triggers({
      find_moments_runs_moved: {
        after: 'update of status',
        when: 'old.status is distinct from new.status',
        run: 'update criterion_files set status = new.status, error = new.error where run_id = new.id;',
      },
    }),

  /** A moment of a run. Times in seconds. */
  moments: table({
    id,
    account_id: account,
    run_id: text.references('find_moments_runs'),
    file_id: text.references('files'),
    start_time: real,
    end_time: real,
    rank_score: real,
    /** The value of the criterion's scoring; null if it has none. */
    score: real.orNull(),
    /** The larger the better: the score, negated if lower is better; without a score, rank_score. */
    merit: real,
    lower_is_better: flag,
    /** The rest of what clients see. */
    body: json,
  }).indexes('moments_run (run_id, start_time, id)', 'moments_file (file_id)'),

  findings: table({
    id,
    account_id: account,
    run_id: text.references('find_moments_runs'),
    file_id: text.references('files'),
    kind: text.oneOf(findingKinds),
    /** The rest of what clients see. */
    body: json,
  }).indexes('findings_run (run_id, id)', 'findings_file (file_id)'),

  /** A file of a collection whose processing has ended, for one of the collection's criteria. */
  criterion_files: table({
    attachment_id: text.references('moment_attachments'),
    file_id: text,
    collection_id: text,
    account_id: account,
    /** The run's, copied by a trigger. */
    status: text.oneOf(findMomentsStatuses),
    error: text.orNull(),
    /** Null until it is chosen, and after the run was deleted. */
    run_id: text.references('find_moments_runs', 'set null').orNull(),
  })
    .primaryKey('attachment_id', 'file_id')
    .ofCollectionFile()
    .indexes(
      'criterion_files_status (attachment_id, status, collection_id, file_id)',
      'criterion_files_collection_file (collection_id, file_id)',
      'criterion_files_run (run_id)',
      "criterion_files_unmatched (attachment_id, file_id) where run_id is null and status = 'pending'",
    ),

  /** A moment in the list of a collection, with copies of what the list is ordered and narrowed by. */
  collection_moments: table({
    attachment_id: text.references('moment_attachments'),
    moment_id: text.references('moments'),
    collection_id: text,
    file_id: text,
    account_id: account,
    run_id: text.within('find_moments_runs'),
    criterion_name: text,
    start_time: real,
    score: real.orNull(),
    merit: real,
    lower_is_better: flag,
    rank_score: real,
  })
    .primaryKey('attachment_id', 'moment_id')
    .ofCollectionFile()
    .indexes(
      'collection_moments_position (collection_id, file_id, start_time, moment_id, attachment_id, run_id, criterion_name, score, merit, lower_is_better, rank_score)',
      'collection_moments_moment (moment_id)',
    ),

  /** A finding in the list of a collection. */
  collection_findings: table({
    attachment_id: text.references('moment_attachments'),
    finding_id: text.references('findings'),
    collection_id: text,
    file_id: text,
    account_id: account,
    run_id: text.within('find_moments_runs'),
    criterion_name: text,
    kind: text.is<OneOf<typeof findingKinds>>(),
  })
    .primaryKey('attachment_id', 'finding_id')
    .ofCollectionFile()
    .indexes(
      'collection_findings_position (collection_id, file_id, finding_id, attachment_id, run_id, criterion_name, kind)',
      'collection_findings_finding (finding_id)',
    ),
};
