import * as z from 'zod';
import { operation } from '../../operation.ts';
import { frameExtraction, frameExtractionConfig } from '../../resources/derived/frames.ts';
import { listOf, page, uuid } from '../../values/scalars.ts';
import { nothing, params } from '../params.ts';

const frameParams = z.object({ frame_extraction_id: uuid().describe('ID of the frame extraction') });

export const frameOperations = {
  'frames.create': operation({
    id: 'frames.create',
    method: 'POST',
    path: '/files/{file_id}/frames',
    documented: false,
    summary: 'Extract frames from a file',
    params: params.file,
    query: nothing,
    body: frameExtractionConfig,
    answer: frameExtraction,
    status: 200,
    errors: [400, 404],
  }),
  'frames.list': operation({
    id: 'frames.list',
    method: 'GET',
    path: '/files/{file_id}/frames',
    documented: false,
    summary: 'List the frame extractions of a file',
    params: params.file,
    query: z.object(page()),
    answer: listOf(frameExtraction),
    status: 200,
    errors: [400, 404],
  }),
  'frames.get': operation({
    id: 'frames.get',
    method: 'GET',
    path: '/frames/{frame_extraction_id}',
    documented: false,
    summary: 'Show a frame extraction with a page of its frames',
    params: frameParams,
    query: z.object(page()),
    answer: frameExtraction,
    status: 200,
    errors: [400, 404],
  }),
  'frames.delete': operation({
    id: 'frames.delete',
    method: 'DELETE',
    path: '/frames/{frame_extraction_id}',
    documented: true,
    summary: 'Delete a frame extraction and its pictures',
    params: frameParams,
    query: nothing,
    answer: z.object({ id: uuid() }),
    status: 200,
    errors: [400, 404],
  }),
};
