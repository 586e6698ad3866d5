import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { DividedRouter } from '../../../src/service/http/app.ts';

/** The same routes in the router of the service and in Hono's usual one. */
function both() {
  return [new Hono({ router: new DividedRouter() }), new Hono()].map((app) => {
    app.use(async (c, next) => {
      await next();
      c.header('x-seen', 'yes');
    });
    const add = (method: string, path: string) =>
      app.on(method, path, (c) => c.json({ method, path, ...c.req.param() }));
    add('GET', '/v1/files');
    add('GET', '/v1/files/:id');
    add('POST', '/v1/files/sync');
    add('POST', '/v1/files/:id/frames');
    add('DELETE', '/v1/files/:id');
    add('GET', '/m/:token/shares/:id/:rest{.+}');
    add('GET', '/m/:token/:path{.+}');
    add('GET', '/s/:id');
    return app;
  });
}

describe('the router of the service', () => {
  it.each([
    ['GET', '/v1/files'],
    ['HEAD', '/v1/files'],
    ['GET', '/v1/files/sync'],
    ['GET', '/v1/files/a%20b'],
    ['POST', '/v1/files/sync'],
    ['POST', '/v1/files/1/frames'],
    ['DELETE', '/v1/files/1'],
    ['PUT', '/v1/files/1'],
    ['PURGE', '/v1/files'],
    ['GET', '/v1/files/'],
    ['GET', '/v1'],
    ['GET', '/v1x/files'],
    ['GET', '/'],
    ['GET', '/m/t/shares/1/x/y'],
    ['GET', '/m/t/shares/1'],
    ['GET', '/m/t/files/1'],
    ['GET', '/s/1'],
  ])("answers %s %s as Hono's does", async (method, path) => {
    const [own, usual] = await Promise.all(
      both().map(async (app) => {
        const answer = await app.request(path, { method });
        return [answer.status, await answer.text(), answer.headers.get('x-seen')];
      }),
    );
    expect(own).toEqual(usual);
  });
});
