/** One call that succeeds for every operation, and the failures that cannot be made from it. */
import path from 'node:path';
import type { OperationId } from '../../../src/contract/index.ts';
import { NOBODY } from '../documented.ts';
import { matchBody, uriOf, type World } from './world.ts';

/** What is sent. Path parameters by name; a query as it stands in an address. */
export interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: object;
}

export interface Example {
  /** A call that succeeds; it makes what it needs and would take away. */
  readonly call: (world: World) => Sent | Promise<Sent>;
  /** Calls that fail with these statuses, where they cannot be made from the one that succeeds. */
  readonly fails?: Readonly<Record<number, (world: World) => Sent | Promise<Sent>>>;
  /** It answers 501 so far, whatever is asked; only its failures before that are checked. */
  readonly unbuilt?: true;
}

const file = (world: World) => ({ params: { file_id: world.film } });
const collection = (type: string) => (world: World) => ({
  params: { collection_id: world.collections[type] ?? '' },
});
const fileOf = (type: string) => (world: World) => ({
  params: { collection_id: world.collections[type] ?? '', file_id: world.film },
});
const url = (world: World) => ({ body: { url: uriOf(world.film) } });
const nobody = { body: { url: uriOf(NOBODY) } };
const job = (name: keyof World['jobs'], parameter = 'job_id') => ({
  call: (world: World) => ({ params: { [parameter]: world.jobs[name] } }),
});
const form = (content: string | undefined) => {
  const body = new FormData();
  if (content !== undefined) body.set('file', new Blob([content]), 'film.mp4');
  return { body };
};
const listed = { call: () => ({}) };
/** Collections of another type, which the operation refuses. */
const otherType = (type: string, one = false) => ({
  400: (world: World) => ({
    params: { collection_id: world.collections[type] ?? '', ...(one && { file_id: world.film }) },
  }),
});

/** A file of the folder that the service under test may read in place. */
const asset = (name: string) => path.resolve('assets', name);

let made = 0;
/** A name no other collection has. */
const aName = () => {
  made += 1;
  return `walk ${made}`;
};
const aCollection = (collection_type: string) => (world: World) =>
  world.post('/collections', { name: aName(), collection_type });
const aFile = async (world: World) => (await world.service.upload(`walk ${aName()}`, 'walk.flac')).body.id;

const criterion = { name: 'promise', instructions: 'Find promises.' };
const chat = (world: World) => ({
  model: 'any',
  messages: [{ role: 'user', content: 'When is noon?' }],
  collections: [world.collections['media-descriptions'] ?? ''],
});
const knowledge = (id: string) => ({ source: 'collections', collections: [id] });

export const examples: { readonly [Id in OperationId]: Example } = {
  'moment-criteria.attach': {
    call: (world) => ({ ...collection('moments')(world), body: { criterion } }),
    fails: { 400: (world) => ({ ...collection('metadata')(world), body: { criterion } }) },
  },
  'moment-criteria.estimate': {
    call: (world) => ({ ...collection('moments')(world), body: { criterion } }),
    fails: { 400: (world) => ({ ...collection('metadata')(world), body: { criterion } }) },
  },
  'moment-criteria.detach': { call: anAttachment },
  'moment.list': { call: collection('moments'), fails: otherType('metadata') },
  'finding.list': { call: collection('moments'), fails: otherType('metadata') },
  'find-moments.create': {
    call: (world) => ({ body: { ...url(world).body, criterion } }),
    fails: {
      400: (world) => ({ body: { ...url(world).body, criterion, mode: 'x' } }),
      404: () => ({ body: { ...nobody.body, criterion } }),
    },
  },
  'find-moments.estimate': {
    call: (world) => ({ body: { ...url(world).body, criterion } }),
    fails: {
      400: (world) => ({ body: { ...url(world).body, criterion, mode: 'x' } }),
      404: () => ({ body: { ...nobody.body, criterion } }),
    },
  },
  'billing.balance': listed,
  'billing.ledger': { ...listed, fails: { 400: () => ({ query: 'cursor=nonsense' }) } },
  'billing.rates': listed,
  'clip.get': {
    call: (world) => ({ params: { file_id: world.film }, query: 'start_time=0.5&end_time=1.5' }),
    fails: {
      400: (world) => ({ params: { file_id: world.film }, query: 'start_time=2&end_time=1' }),
      404: () => ({ params: { file_id: NOBODY }, query: 'start_time=0&end_time=1' }),
      // Not processed yet, or never to be.
      409: async (world) => ({ params: { file_id: await aFile(world) }, query: 'start_time=0&end_time=1' }),
    },
  },
  'page-link.create': {
    call: () => ({ body: { page: 'jobs' } }),
    fails: { 400: () => ({ body: { page: 'nowhere' } }), 404: () => ({ body: { id: NOBODY } }) },
  },
  'find-moments.list': listed,
  'find-moments.get': { ...job('findMoments'), fails: { 400: () => ({ query: 'sort=colour' }) } },
  'find-moments.delete': {
    call: async (world) => {
      const body = { ...url(world).body, criterion, cache_policy: 'refresh' };
      return { params: { job_id: (await world.post('/find-moments', body)).job_id } };
    },
  },
  'share.create': {
    call: (world) => ({ body: { file_id: world.sound } }),
    fails: {
      404: () => ({ body: { file_id: NOBODY } }),
      409: (world) => ({ body: { file_id: world.film } }),
    },
  },
  'share.list': listed,
  'share.get': { call: (world) => ({ params: { id: world.share } }), fails: { 400: clipped } },
  'share.update': { call: (world) => ({ params: { id: world.share }, body: { title: 'Harbour' } }) },
  'share.delete': {
    call: async (world) => ({
      params: { id: (await world.post('/share', { file_id: world.film, visibility: 'private' })).id },
    }),
  },
  'media.add': {
    call: (world) => ({ ...collection('metadata')(world), body: { file_id: world.sound } }),
    fails: {
      409: (world) => ({
        ...collection('metadata')(world),
        body: { file_id: world.film, segmentation_config: { strategy: 'uniform' } },
      }),
    },
  },
  'media.list': { call: collection('media-descriptions') },
  'media.get': { call: fileOf('media-descriptions') },
  'media.remove': {
    call: async (world) => {
      const { id } = await aCollection('metadata')(world);
      await world.post(`/collections/${id}/media`, { file_id: world.sound });
      return { params: { collection_id: id, file_id: world.sound } };
    },
  },
  'media-description.get': { call: fileOf('media-descriptions'), fails: otherType('entities', true) },
  'rich-transcript.get': { call: fileOf('rich-transcripts'), fails: otherType('entities', true) },
  'media-description.list': { call: collection('media-descriptions'), fails: otherType('entities') },
  'rich-transcript.list': { call: collection('rich-transcripts'), fails: otherType('entities') },
  'entity.list': { call: collection('entities'), fails: otherType('metadata') },
  'entity.get': { call: fileOf('entities'), fails: otherType('metadata', true) },
  'face-detection.list': { call: fileOf('face-analysis'), fails: otherType('metadata', true) },
  'deep-search.run': {
    call: (world) => ({
      body: {
        query: 'When is noon?',
        knowledge_base: knowledge(world.collections['media-descriptions'] ?? ''),
      },
    }),
    fails: { 404: () => ({ body: { query: 'noon', knowledge_base: knowledge(NOBODY) } }) },
  },
  'deep-search.list': listed,
  'deep-search.get': job('deepSearch', 'id'),
  'deep-search.cancel': job('deepSearch', 'id'),
  'deep-search.delete': {
    call: async (world) => {
      const knowledge_base = {
        source: 'collections',
        collections: [world.collections['media-descriptions']],
      };
      return { params: { id: (await world.post('/deepSearch', { query: 'noon', knowledge_base })).id } };
    },
  },
  'search.run': {
    call: ({ collections }) => ({
      body: { scope: 'file', query: 'harbour', collections: [collections['media-descriptions']] },
    }),
    fails: { 404: () => ({ body: { scope: 'file', query: 'harbour', collections: [NOBODY] } }) },
  },
  'query.run': {
    call: () => ({ body: { sql: 'select filename, metadata from files' } }),
    fails: {
      400: () => ({ body: { sql: 'select * from tokens' } }),
      404: () => ({ body: { sql: 'select 1', collection_id: NOBODY } }),
    },
  },
  'search.list': listed,
  'search.get': job('search', 'id'),
  'chat.create': {
    call: (world) => ({ body: chat(world) }),
    fails: {
      400: (world) => ({ body: { ...chat(world), collections: [NOBODY, NOBODY] } }),
      404: (world) => ({ body: { ...chat(world), collections: [NOBODY] } }),
    },
  },
  'chat.list': listed,
  'chat.get': job('chat', 'id'),
  'file.upload': {
    call: () => form('fLaC of the walk'),
    fails: { 400: () => form(undefined), 415: () => form('<html>no film</html>') },
  },
  'file.in-place': {
    call: () => ({ body: { path: asset('harbour.mp4') } }),
    fails: {
      403: () => ({ body: { path: asset('../package.json') } }),
      404: () => ({ body: { path: asset('nothing.mp4') } }),
      415: () => ({ body: { path: asset('film.vtt') } }),
    },
  },
  'file.sync': { call: () => ({ body: { url: 'https://media.example.com/film.mp4' } }) },
  'file.list': listed,
  'file.get': { call: file },
  'file.update': { call: (world) => ({ ...file(world), body: { metadata: { show: 'harbour' } } }) },
  'file.delete': { call: async (world) => ({ params: { file_id: await aFile(world) } }) },
  'transcript.put': {
    call: (world) => ({ ...file(world), ...form('WEBVTT\n\n00:01.000 --> 00:02.000\nThe walk.\n') }),
    fails: { 400: (world) => ({ ...file(world), ...form(undefined) }) },
  },
  'transcript.delete': { call: file },
  'redo.file': {
    call: (world) => ({ ...file(world), body: {} }),
    fails: { 400: (world) => ({ ...file(world), body: { provider: 'nobody' } }) },
  },
  'redo.collection': {
    call: async (world) => ({
      params: { collection_id: (await aCollection('metadata')(world)).id },
      body: {},
    }),
    fails: {
      400: (world) => ({ ...collection('media-descriptions')(world), body: { provider: 'nobody' } }),
      409: async (world) => {
        const { collection_id } = await aRedo(world);
        return { params: { collection_id }, body: { vocabulary: ['Kaskö'] } };
      },
    },
  },
  'redo.estimate': {
    call: (world) => ({ ...collection('media-descriptions')(world), body: {} }),
    fails: {
      400: (world) => ({ ...collection('media-descriptions')(world), body: { provider: 'nobody' } }),
    },
  },
  'redo.get': { call: async (world) => ({ params: { redo_id: (await aRedo(world)).redo_id } }) },
  'face-match.create': {
    call: (world) => ({ body: matchBody(world.face, uriOf(world.film)) }),
    fails: { 404: (world) => ({ body: matchBody(world.face, uriOf(NOBODY)) }) },
  },
  'face-match.list': listed,
  'face-match.get': job('match', 'face_match_id'),
  'face-match.delete': {
    call: async (world) => {
      const { face_match_id } = await world.post('/face-match', matchBody(world.face, uriOf(world.film)));
      return { params: { face_match_id } };
    },
  },
  'face-detect.create': { call: url, fails: { 404: () => nobody } },
  'face-detect.list': listed,
  'face-detect.get': job('detection', 'face_detection_id'),
  'face-detect.delete': {
    call: async (world) => {
      const { face_detection_id } = await world.post('/face-detect', url(world).body);
      return { params: { face_detection_id } };
    },
    fails: { 409: usedDetection },
  },
  'extract.create': {
    call: (world) => ({ body: { ...url(world).body, prompt: 'people' } }),
    fails: { 404: () => ({ body: { ...nobody.body, prompt: 'people' } }) },
  },
  'extract.list': listed,
  'extract.get': job('extract'),
  'extract.delete': {
    call: async (world) => {
      const { job_id } = await world.post('/extract', { ...url(world).body, prompt: 'people' });
      return { params: { job_id } };
    },
  },
  'describe.create': { call: url, fails: { 404: () => nobody } },
  'describe.list': listed,
  'describe.get': { ...job('describe'), fails: { 400: () => ({ query: 'response_format=colour' }) } },
  'describe.delete': {
    call: async (world) => ({ params: { job_id: (await world.post('/describe', url(world).body)).job_id } }),
  },
  'transcribe.create': { call: url, fails: { 404: () => nobody } },
  'transcribe.list': listed,
  'transcribe.get': { ...job('transcribe'), fails: { 400: () => ({ query: 'response_format=colour' }) } },
  'collection.create': {
    call: () => ({ body: { name: aName(), collection_type: 'metadata' } }),
    fails: { 409: () => ({ body: { name: 'metadata', collection_type: 'metadata' } }) },
  },
  'collection.list': listed,
  'collection.get': { call: collection('entities') },
  'collection.update': {
    call: (world) => ({ ...collection('metadata')(world), body: { description: 'Everything' } }),
    fails: { 409: (world) => ({ ...collection('metadata')(world), body: { name: 'entities' } }) },
  },
  'collection.delete': {
    call: async (world) => ({ params: { collection_id: (await aCollection('metadata')(world)).id } }),
  },
  'frames.create': { call: (world) => ({ ...file(world), body: { strategy: 'uniform' } }) },
  'frames.list': { call: file },
  'frames.get': job('frames', 'frame_extraction_id'),
  'frames.delete': {
    call: async (world) => {
      const body = { strategy: 'uniform', uniform_config: { frames_per_second: 0.5 } };
      const { frame_extraction_id } = await world.post(`/files/${world.film}/frames`, body);
      return { params: { frame_extraction_id } };
    },
  },
  'tag.create': {
    call: (world) => ({ body: { label: 'walk', value: 'a', file_id: world.sound } }),
    fails: { 404: () => ({ body: { label: 'walk', value: 'a', file_id: NOBODY } }) },
  },
  'tag.list': listed,
  'tag.of-file': { call: file },
  'tag.of-segment': { call: (world) => ({ params: { file_id: world.film, segment_id: world.segment } }) },
  'tag.get': { call: (world) => ({ params: { tag_id: world.tag } }) },
  'tag.update': { call: (world) => ({ params: { tag_id: world.tag }, body: { value: 'ebb' } }) },
  'tag.delete': {
    call: async (world) => ({
      params: { tag_id: (await world.post('/tags', { label: 'a', value: 'b', file_id: world.sound })).id },
    }),
  },
  'webhook.create': { call: () => ({ body: {} }) },
  'webhook.list': listed,
  'webhook.get': { call: (world) => ({ params: { webhook_id: world.webhook } }) },
  'webhook.update': { call: (world) => ({ params: { webhook_id: world.webhook }, body: { active: false } }) },
  'webhook.delete': {
    call: async (world) => ({ params: { webhook_id: (await world.post('/webhooks', {})).id } }),
  },
  'webhook.rotate': { call: async (world) => ({ ...(await aReceiver(world)), body: {} }) },
  'webhook.test': {
    call: async (world) => ({ ...(await aReceiver(world)), body: {} }),
    fails: { 409: async (world) => ({ ...(await aReceiver(world, false)), body: {} }) },
  },
  'webhook.deliveries': { call: (world) => ({ params: { webhook_id: world.webhook } }) },
  'webhook.delivery': {
    call: (world) => ({ params: { webhook_id: world.webhook, delivery_id: world.delivery } }),
  },
  'webhook.redeliver': {
    call: async (world) => aDelivery(world),
    fails: { 409: async (world) => aDelivery(world, false) },
  },
  'segmentation.create': { call: (world) => ({ ...file(world), body: { strategy: 'uniform' } }) },
  'segmentation.list': { call: file },
  'segmentation.get': { call: (world) => ({ params: { segmentation_id: world.segmentation } }) },
  'segmentation.delete': {
    call: async (world) => {
      const body = { strategy: 'uniform', end_time_seconds: 1 };
      const { segmentation_id } = await world.post(`/files/${world.film}/segmentations`, body);
      return { params: { segmentation_id } };
    },
    fails: { 409: (world) => ({ params: { segmentation_id: world.segmentation } }) },
  },
  'segment.list': { call: file },
  'segment.get': { call: (world) => ({ params: { file_id: world.film, segment_id: world.segment } }) },
  'segment.update': {
    call: (world) => ({
      params: { file_id: world.film, segment_id: world.segment },
      body: { metadata: { scene: 1 } },
    }),
  },
  'thumbnail.list': { call: file },
  'segmentation.thumbnails': { call: (world) => ({ params: { segmentation_id: world.segmentation } }) },
};

/** A webhook that nothing listens for. */
async function aReceiver({ post, service }: World, active = true) {
  const { id } = await post('/webhooks', {
    endpoint: 'http://127.0.0.1:9/hook',
    subscribed_events: ['file.job.failed'],
  });
  if (!active) await service.call('PUT', `/webhooks/${id}`, { active });
  return { params: { webhook_id: id } };
}

/** A delivery to such a webhook. */
async function aDelivery(world: World, active = true) {
  const { params } = await aReceiver(world);
  const { id } = await world.post(`/webhooks/${params.webhook_id}/test`, {});
  if (!active) await world.service.call('PUT', `/webhooks/${params.webhook_id}`, { active });
  return { params: { ...params, delivery_id: id } };
}

/** A criterion that is attached to be detached. */
async function anAttachment(world: World): Promise<Sent> {
  const { params } = collection('moments')(world);
  const body = { criterion: { ...criterion, name: aName().replace(' ', '_') } };
  const where = `/collections/${params.collection_id}/moment-criteria`;
  const { text } = await world.service.call('POST', where, body);
  const { attachment_id = '' } = JSON.parse(text) as { attachment_id?: string };
  return { params: { ...params, attachment_id } };
}

/** A collection that is being redone, and its redo. */
async function aRedo(world: World) {
  const { id: collection_id } = await aCollection('metadata')(world);
  const { redo_id } = await world.post(`/collections/${collection_id}/redo`, {});
  return { collection_id, redo_id };
}

function clipped(world: World): Sent {
  return { params: { id: world.share }, query: 'clip_start=2&clip_end=1' };
}

/** The detection that the face-analysis collection holds on to: the one that cannot be deleted. */
async function usedDetection({ service }: World): Promise<Sent> {
  const { text } = await service.call('GET', '/face-detect?limit=100');
  const { data } = JSON.parse(text) as { data: { job_id: string; created_at: number }[] };
  const [oldest] = data.sort((one, other) => one.created_at - other.created_at);
  return { params: { face_detection_id: oldest?.job_id ?? '' } };
}
