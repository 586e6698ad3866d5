import { describe, expect, it } from 'vitest';
import { baseAddress, fillPath } from '../../src/client/address.ts';

describe('the base URL', () => {
  it.each([
    ['http://h/v1', 'http://h/v1'],
    ['https://h:8443/v1///', 'https://h:8443/v1'],
    ['HTTPS://H/media/v1/', 'https://h/media/v1'],
  ])('%s is %s', (text, base) => {
    expect(baseAddress(text)).toBe(base);
  });

  it.each([
    ['file:///v1', /"file:\/\/\/v1" is not an http/],
    ['h/v1', /not an http/],
    ['', /not an http/],
    ['http://user:secret@h/v1', /name and password/],
    ['http://user@h/v1', /name and password/],
    ['http://:secret@h/v1', /name and password/],
    ['http://h/v1?x=1', /query/],
    ['http://h/v1#x', /fragment/],
    ['http://h', /did you mean http:\/\/h\/v1 /],
    ['http://h/api/', /did you mean http:\/\/h\/api\/v1 /],
  ])('%s is refused', (text, said) => {
    expect(() => baseAddress(text)).toThrow(said);
  });

  it('never shows a password', () => {
    expect(() => baseAddress('http://user:secret@h/v1')).toThrow(
      expect.not.objectContaining({ message: /secret/ }),
    );
  });
});

describe('a path', () => {
  it('encodes its parameters', () => {
    expect(fillPath('/a/{x}/b/{y}', { x: 'p/q?r#s', y: 'ü %' })).toBe('/a/p%2Fq%3Fr%23s/b/%C3%BC%20%25');
  });

  it.each([{}, { x: '' }, { x: '.' }, { x: '..' }])('refuses %o', (params) => {
    expect(() => fillPath('/a/{x}', params as Record<string, string>)).toThrow(/^x/);
  });
});
