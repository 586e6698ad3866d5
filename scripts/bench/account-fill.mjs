/** Adds to a filled store what lists show besides files and collections, for the benchmark `account`. */

/** @returns ids by the names of path parameters, and the pages to open */
export async function addAround({ context: { db } }, send) {
  const list = async (where) => (await send('GET', where)).data;
  const [collection] = await list('/v1/collections?limit=1&order=created_at&sort=asc');
  const [member] = await list(`/v1/collections/${collection.id}/videos?limit=1`);
  const files = [...(await list('/v1/files?limit=100')), ...(await list('/v1/files?limit=100&offset=100'))];
  for (const { id } of files) {
    await send('POST', '/v1/tags', { label: 'speaker', value: 'Ada', file_id: id });
    await send('POST', '/v1/share', { file_id: id });
    await send('POST', '/v1/search', { scope: 'segment', query: 'ferry', collections: [collection.id] });
  }
  for (let at = 0; at < 20; at += 1)
    await send('POST', '/v1/webhooks', {
      endpoint: `https://hooks.example/${at}`,
      subscribed_events: ['file.job.completed'],
    });
  const [webhook] = await list('/v1/webhooks?limit=1');
  for (let at = 0; at < 200; at += 1) await send('POST', `/v1/webhooks/${webhook.id}/test`, {});
  const [share] = await list('/v1/share?limit=1');
  const facts = JSON.stringify({ duration: 60, download_key: 'none' });
  await db
    .updateTable('shares')
    .set({ status: 'completed', stream: facts })
    .where('id', '=', share.id)
    .execute();
  const file = member.file_id ?? member.id;
  const segmentation = await db
    .selectFrom('segmentations')
    .select('id')
    .where('file_id', '=', file)
    .executeTakeFirstOrThrow();
  return {
    ...{
      collection_id: collection.id,
      file_id: file,
      webhook_id: webhook.id,
      segmentation_id: segmentation.id,
    },
    pages: ['/', '/files', '/api', `/collections/${collection.id}`, `/files/${file}`, `/s/${share.id}`],
  };
}
