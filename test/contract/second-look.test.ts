/** The lines of the section Second look about what the service does not build yet: the contract has their shapes. */
import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import { operationOf, strays } from '../../src/contract/index.ts';
import { NOBODY as id } from '../conformance/documented.ts';

const span = { start_time: 1, end_time: 2 };
const moment = {
  ...{ moment_id: id, ...span, title: 'A promise', reason: 'It is said', rank_score: 0.5 },
  anchors: { begins: 1.5 },
  speakers: ['Ada'],
  criterion_score: { key: 'weight', value: 3, min: 1, max: 5 },
  properties: { topic: 'tides' },
  evidence: { signals: ['speech'] },
};
const inCollection = { file_id: id, job_id: id, criterion_name: 'promise' };
const finding = { finding_id: id, kind: 'absence', properties: {} };
const find_moments_config = {
  criterion_hash: 'a1',
  engine_version: 3,
  cache_policy: 'reuse',
  boundary_policy: 'sentence',
};
const run = { job_id: id, status: 'completed', created_at: 1, url: 'vau://files/1', find_moments_config };
const message = { role: 'assistant', content: 'At noon.' };
const citation = {
  ...{
    collection_id: id,
    file_id: id,
    segment_id: id,
    ...span,
    text: 'At noon',
    context: 'It leaves at noon',
  },
  relevant_sources: [{ text: 'at noon' }],
  speech: [{ text: 'at noon', ...span }],
  scene_text: [{ text: 'NOON', ...span }],
};
const chat = {
  id,
  object: 'chat.completion',
  created_at: 1,
  model: 'any',
  choices: [{ index: 0, message }],
  payload: { messages: [{ role: 'user', content: 'When?' }], collections: [id] },
  usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
};
const cited = { ...chat, choices: [{ index: 0, message, citations: [citation] }] };
const list = (item: object) => ({ object: 'list', data: [item], total: 1, limit: 20, offset: 0 });

/** What is wrong with an answer: the first path that the schema refuses or does not know. */
function wrong(schema: z.ZodType, answer: object): string | undefined {
  const { data, error } = schema.safeParse(answer);
  return error ? error.issues[0]?.path.join('.') : strays(answer, data)[0];
}

describe('Second look: moments and chat, in the contract', () => {
  const moments = operationOf('moment.list');
  const findings = operationOf('finding.list');
  const chats = operationOf('chat.list');

  it('[SHAPE-1] a moment has these fields, and file_id, job_id and criterion_name in a list', () => {
    const page = (item: object) => ({ moments: [item], total: 1 });
    expect(wrong(moments.answer, page({ ...moment, ...inCollection }))).toBeUndefined();
    expect(wrong(moments.answer, page(moment))).toMatch(/moments\.0\.(file_id|job_id|criterion_name)/);
    for (const [field, value] of [
      ['rank_score', 1.5],
      ['criterion_score', { key: 'weight', value: 3 }],
      ['anchors', { begins: null }],
      ['evidence', {}],
    ] as const)
      expect(wrong(moments.answer, page({ ...moment, ...inCollection, [field]: value }))).toContain(field);
    expect(wrong(moments.answer, { ...page({ ...moment, ...inCollection }), next_cursor: null })).toBe(
      'next_cursor',
    );
  });

  it('[SHAPE-1] a finding is absent or observed, and carries its properties', () => {
    const page = (item: object) => ({ findings: [{ ...item, ...inCollection }], total: 1 });
    expect(wrong(findings.answer, page(finding))).toBeUndefined();
    expect(wrong(findings.answer, page({ ...finding, kind: 'guess' }))).toContain('kind');
  });

  it('[SHAPE-1] a run carries criterion_hash, engine_version and the options in force', () => {
    const { answer } = operationOf('find-moments.get');
    expect(
      wrong(answer, { ...run, moments: [moment], findings: [finding], total_moments: 1 }),
    ).toBeUndefined();
    for (const field of ['criterion_hash', 'engine_version'])
      expect(
        wrong(answer, { ...run, find_moments_config: { ...find_moments_config, [field]: undefined } }),
      ).toContain(field);
  });

  it('[SHAPE-1] attaching a criterion answers 201, and a list of moments is sorted by position unless asked', () => {
    expect(operationOf('moment-criteria.attach').status).toBe(201);
    expect(moments.query.parse({})).toMatchObject({ sort: 'position' });
  });

  it('[SHAPE-1] a chat completion carries citations, and a list of them does not', () => {
    expect(wrong(operationOf('chat.create').answer, cited)).toBeUndefined();
    expect(wrong(operationOf('chat.get').answer, cited)).toBeUndefined();
    expect(wrong(chats.answer, list(chat))).toBeUndefined();
    expect(wrong(chats.answer, list(cited))).toContain('citations');
  });
});
