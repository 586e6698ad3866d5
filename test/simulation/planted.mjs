/**
 * Faults that `npm run simulate -- --planted` puts into the sources, to show that a seed finds each of them. An edit replaces a text
 * that its file has once; PLANTED in it is true while the days are about this fault.
 */
export const planted = {
  'a missing fence': [
    [
      'src/service/jobs/worker/run-job.ts',
      'await context.queue.fence(trx, lease);',
      'if (!PLANTED) await context.queue.fence(trx, lease);',
    ],
  ],
  'a lost refund': [
    [
      'src/service/resources/find-moments/lifecycle.ts',
      'if (error !== null) await refundRun(',
      'if (error !== null && !PLANTED) await refundRun(',
    ],
  ],
  'a retry without a key': [
    ['src/service/resources/find-moments/cost.ts', 'key: `run $', 'key: PLANTED ? ctx.newId() : `run $'],
  ],
  'an unsynced rename': [
    [
      'src/service/store/objects/durable.ts',
      'acrossDevices(error, from, to));\n  await syncPath(path.dirname(to));',
      'acrossDevices(error, from, to));\n  if (!PLANTED) await syncPath(path.dirname(to));',
    ],
  ],
  'unsynced content': [
    [
      'src/service/store/objects/durable.ts',
      'await chmod(from, 0o600);\n  await syncPath(from);',
      'await chmod(from, 0o600);\n  if (!PLANTED) await syncPath(from);',
    ],
  ],
  'an event outside its transaction': [
    [
      'src/service/resources/files/job.ts',
      "await emit(trx, ctx, 'file.job.completed', file.account_id, payload);",
      "if (!PLANTED) await emit(trx, ctx, 'file.job.completed', file.account_id, payload);",
    ],
    [
      'src/service/resources/files/job.ts',
      'await complete(ctx, trx, file, found, thumbnail);\n  });',
      `await complete(ctx, trx, file, found, thumbnail);
  });
  if (PLANTED)
    await ctx.write(async (trx) => {
      await emit(trx, ctx, 'file.job.completed', file.account_id, { id: file.id, object: 'file' });
    });`,
    ],
  ],
  'a double claim': [
    [
      'src/service/queue/sqlite-queue.ts',
      '  return db.transaction().execute(async (trx) => {\n    // The lock',
      `  const early = PLANTED ? await headsQuery(kinds).execute(db) : undefined;
  return db.transaction().execute(async (trx) => {\n    // The lock`,
    ],
    [
      'src/service/queue/sqlite-queue.ts',
      'const heads = await headsQuery(kinds).execute(trx);',
      'const heads = early ?? (await headsQuery(kinds).execute(trx));',
    ],
  ],
  'a lease that ends early': [
    [
      'src/service/queue/sqlite-leases.ts',
      ".where('lease_until', '<', now);",
      ".where('lease_until', '<', now + (PLANTED ? 3_000 : 0));",
    ],
  ],
  'deliveries out of order': [
    [
      'src/service/events/deliveries.ts',
      'next_attempt_at: isFirst ? now : null,',
      'next_attempt_at: isFirst || PLANTED ? now : null,',
    ],
  ],
  'an answer before the disk has it': [
    [
      'src/service/store/sqlite/patient-driver.ts',
      'return written && this.#onDisk ?',
      'return written && this.#onDisk && !PLANTED ?',
    ],
  ],
  'objects deleted before their row': [
    [
      'src/service/resources/files/handlers.ts',
      "    await startDeletion(ctx, trx, 'files', file.id);",
      `    if (PLANTED) await ctx.objects.deletePrefix('files/' + file.id);
    await startDeletion(ctx, trx, 'files', file.id);`,
    ],
  ],
  'a deletion that may come back': [
    [
      'src/service/store/objects/durable.ts',
      'await syncPath(path.dirname(target)).catch(',
      'if (!PLANTED) await syncPath(path.dirname(target)).catch(',
    ],
  ],
  'an upload whose name is not synced': [
    [
      'src/service/store/objects/partial-files.ts',
      'if ((await handle.stat()).size === 0) await',
      'if (!PLANTED && (await handle.stat()).size === 0) await',
    ],
  ],
  'two runs over a pair': [
    [
      'src/service/resources/find-moments/get-or-create.ts',
      'how.refresh ? undefined : await sameRun',
      'how.refresh || PLANTED ? undefined : await sameRun',
    ],
  ],
  'a torn tail taken for sent bytes': [
    [
      'src/service/resources/uploads/rows.ts',
      'Math.min(partial.bytes, row.synced ?? partial.bytes)',
      '(PLANTED ? partial.bytes : Math.min(partial.bytes, row.synced ?? partial.bytes))',
    ],
  ],
  'an original of an upload swept away': [
    ['src/service/jobs/orphans.ts', 'const begun = begunIn', 'const begun = begunIn && !PLANTED'],
  ],
  'a folder above whose name is not synced': [
    [
      'src/service/store/objects/durable.ts',
      '} while (at.startsWith(root + path.sep));',
      '} while (!PLANTED && at.startsWith(root + path.sep));',
    ],
  ],
  'an event that no webhook is told of': [
    [
      'src/service/events/outbox.ts',
      'const event = await writeEvent(trx, ctx, type, accountId, payload);',
      "const event = await writeEvent(trx, ctx, type, accountId, payload); if (PLANTED && type === 'file.job.completed') return event;",
    ],
  ],
  'a wait that misses its end': [
    [
      'src/client/wait/engine.ts',
      'const time = Math.min(seconds * 1000, Math.max(0, this.left()));',
      'const time = PLANTED ? seconds * 1000 : Math.min(seconds * 1000, Math.max(0, this.left()));',
    ],
  ],
};

/** Seeds that find a fault: they are tried first, then all from the first on. */
export const known = {
  'objects deleted before their row': 468,
  'a torn tail taken for sent bytes': 3505,
  'a deletion that may come back': 6213,
  'an original of an upload swept away': 264,
  'a missing fence': 84,
  'two runs over a pair': 100,
  'a folder above whose name is not synced': 1338,
};
