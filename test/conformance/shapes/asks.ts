/** Short ways to ask the service of the walk, for the tests of Second look. */
import { expect } from 'vitest';
import type { World } from './world.ts';

export type Json = Readonly<Record<string, unknown>>;
export type Part = Json & { readonly start_time: number; readonly end_time: number };

/** What tests ask with; each call fails when the answer is of another kind. */
export interface Asks {
  /** What a GET answers. */
  get(where: string): Promise<Json>;
  /** What a POST answers. */
  made(where: string, body: object): Promise<Json>;
  /** What a request is refused with. */
  refused(method: string, where: string, body?: object): Promise<string>;
  /** The path of the collection of a type. */
  of(type: string, rest?: string): string;
  /** The path of the film in the collection of a type. */
  video(type: string, rest: string): string;
}

/** @param here the world, once it is made */
export function asks(here: () => World): Asks {
  const get = async (where: string): Promise<Json> => {
    const answer = await here().service.call('GET', where);
    expect(answer.status, `${where}: ${answer.text}`).toBe(200);
    return JSON.parse(answer.text) as Json;
  };
  const made = async (where: string, body: object): Promise<Json> => ({
    ...(await here().post(where, body)),
  });
  const refused = async (method: string, where: string, body?: object): Promise<string> => {
    const answer = await here().service.call(method, where, body);
    expect({ where, status: answer.status }).toEqual({ where, status: 400 });
    return answer.body.error;
  };
  const of = (type: string, rest = '') => `/collections/${here().collections[type]}${rest}`;
  const video = (type: string, rest: string) => of(type, `/videos/${here().film}/${rest}`);
  return { get, made, refused, of, video };
}
