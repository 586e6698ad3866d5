/**
 * The service of the benchmark `export`: a collection of made-up films. Sends `{url, collection}` to its parent, and ends
 * when its parent disconnects.
 *
 *   node export-server.mjs FILMS
 */
import { createServer } from 'node:http';

const films = Number(process.argv[2]);
const SEGMENTS = 100;
const LINES = 800;
const SHOWN = 99;

const id = (number) => `0b6a1a52-9f3c-4c1e-8a51-${String(number).padStart(12, '0')}`;
const collection = id(0);
const words = 'we launch the boat in march when the harbour is open and the wind is from the west'.split(' ');

const server = createServer((request, response) => {
  const url = new URL(request.url, 'http://localhost');
  const body = JSON.stringify(answer(url.pathname.slice('/v1'.length), url.searchParams));
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
});
server.listen(0, '127.0.0.1', () =>
  process.send({ url: `http://127.0.0.1:${server.address().port}/v1`, collection }),
);
process.on('disconnect', () => {
  server.closeAllConnections();
  server.close();
});

function answer(route, query) {
  if (route === `/collections/${collection}`) return about;
  if (route.endsWith('/videos')) return page(Number(query.get('offset')), Number(query.get('limit')));
  if (route.startsWith('/segmentations/')) return segmentation(route.slice('/segmentations/'.length));
  return description(route.split('/')[4]);
}

const about = {
  ...{ id: collection, object: 'collection', name: 'Bench', description: null, created_at: 0 },
  ...{ collection_type: 'media-descriptions', file_count: films },
};

function page(offset, limit) {
  const count = Math.max(0, Math.min(limit, films - offset));
  const data = Array.from({ length: count }, (_, index) => item(offset + index + 1));
  return { object: 'list', data, total: films, limit, offset };
}

function item(number) {
  const file_id = id(number);
  const media_info = { duration_seconds: 3600, width: 640, height: 360, frame_rate: 25, has_audio: true };
  const file = {
    ...{ id: file_id, status: 'completed', uri: `vau://${file_id}`, bytes: 1e9, created_at: number },
    ...{ filename: `film ${number}.mp4`, metadata: { take: number }, media_type: 'video', media_info },
    ...{ source: 'upload', source_metadata: null },
  };
  const segmentation_config = { strategy: 'uniform' };
  return {
    ...{ collection_id: collection, file_id, object: 'collection_file', added_at: number },
    ...{ status: 'completed', searchable_status: 'completed', file },
    segmentation: { id: file_id, status: 'completed', file_id, segmentation_config },
  };
}

function segmentation(file_id) {
  const segments = Array.from({ length: SEGMENTS }, (_, index) => ({
    ...{ id: id(1e6 + index), start_time: index * 36, end_time: index * 36 + 36 },
  }));
  return {
    ...{ segmentation_id: file_id, file_id, status: 'completed', created_at: 0 },
    ...{ segmentation_config: { strategy: 'uniform' }, thumbnails_config: {} },
    data: { object: 'list', segments, total: SEGMENTS, limit: 100, offset: 0 },
  };
}

function description(file_id) {
  const part = (count, index) => ({
    // No two lines are the same: what repeats would be compressed away.
    text: `${file_id.slice(-6)} ${index} ${Array.from({ length: 8 }, (_, at) => words[(index * 7 + at * 3) % words.length]).join(' ')}`,
    start_time: (3600 / count) * index,
    end_time: (3600 / count) * index + 3.25,
  });
  return {
    ...{ collection_id: collection, file_id },
    speech: Array.from({ length: LINES }, (_, index) => ({
      ...part(LINES, index),
      speaker: `S${index % 4}`,
    })),
    scene_text: Array.from({ length: SHOWN }, (_, index) => part(SHOWN, index)),
  };
}
