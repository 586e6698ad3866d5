import { describe, expect, it } from 'vitest';
import { profileOf, withService } from '../../../src/cli/local/service/profile.ts';

const usual = { dataDir: '/home/ann/.local/share/vau', usual: true };
const other = { dataDir: '/srv/media data', usual: false };
const service = { url: 'http://127.0.0.1:4747/v1', token: 'vau_new' };
const local = { base_url: service.url, token: 'vau_new' };
const services = { [usual.dataDir]: { profile: 'local', base_url: service.url } };

describe('the profile of the default data folder', () => {
  it('is created and chosen if nothing is chosen', () => {
    expect(withService({}, usual, service)).toEqual({ profile: 'local', profiles: { local }, services });
  });

  it('is created but not chosen if the user has chosen another', () => {
    const work = { base_url: 'https://example.com/v1', token: 't' };
    const chosen = { profile: 'work', profiles: { work } };
    expect(withService(chosen, usual, service)).toEqual({
      profile: 'work',
      profiles: { work, local },
      services,
    });
    const unnamed = { profiles: { default: { base_url: 'https://example.com/v1' } } };
    expect(withService(unnamed, usual, service)).toEqual({
      profiles: { ...unnamed.profiles, local },
      services,
    });
  });

  it('keeps its token if the service created none, and its other values', () => {
    const first = withService({}, usual, { ...service, url: 'http://127.0.0.1:1/v1' });
    const trusted = { ...first, profiles: { local: { ...first.profiles?.local, ca_file: '/a.pem' } } };
    const again = withService(trusted, usual, { url: service.url });
    expect(again.profiles?.local).toEqual({ ...local, ca_file: '/a.pem' });
  });

  it('is the one of an earlier vau that did not record folders', () => {
    expect(profileOf({ profiles: { local } }, usual)).toBe('local');
    const elsewhere = { base_url: 'https://media.example.com/v1' };
    expect(profileOf({ profiles: { local: elsewhere } }, usual)).toBe('vau');
  });
});

describe('the profile of another data folder', () => {
  it('is named after the folder, and does not change that of the default folder', () => {
    const both = withService(withService({}, usual, service), other, {
      url: 'http://127.0.0.1:5/v1',
      token: 'vau_2',
    });
    expect(both.profile).toBe('local');
    expect(both.profiles).toEqual({
      local,
      'media-data': { base_url: 'http://127.0.0.1:5/v1', token: 'vau_2' },
    });
    expect(profileOf(both, other)).toBe('media-data');
    expect(profileOf(both, { dataDir: '/mnt/media-data', usual: false })).toBe('media-data-2');
    expect(profileOf(both, { dataDir: '/tmp/usual', usual: true })).toBe('usual');
  });

  it.each([
    ['/srv/local', 'local-2'],
    ['/srv/default', 'default-2'],
    ['/', 'service'],
    ['/srv/...', 'service'],
    ['/srv/Fotos & Filme', 'Fotos-Filme'],
  ])('%s is called %s', (dataDir, name) => {
    expect(profileOf({}, { dataDir, usual: false })).toBe(name);
  });

  it('is another one if the user gave its profile to another service', () => {
    const mine = withService({}, other, service);
    const moved = {
      ...mine,
      profiles: { 'media-data': { base_url: 'https://media.example.com/v1', token: 't' } },
    };
    expect(profileOf(moved, other)).toBe('media-data-2');
    expect(withService(moved, other, service).profiles?.['media-data']).toEqual(moved.profiles['media-data']);
  });
});
