import { describe, expect, it } from 'vitest';
import { withLocalProfile } from '../../../src/cli/local/profile.ts';

const service = { url: 'http://127.0.0.1:4747/v1', token: 'vau_new' };
const local = { base_url: service.url, token: 'vau_new' };

describe('the profile of the embedded service', () => {
  it('is made and chosen where nothing was chosen', () => {
    expect(withLocalProfile({}, service)).toEqual({ profile: 'local', profiles: { local } });
  });

  it('is made and not chosen where the user chose another', () => {
    const chosen = {
      profile: 'work',
      profiles: { work: { base_url: 'https://example.com/v1', token: 't' } },
    };
    expect(withLocalProfile(chosen, service)).toEqual({
      profile: 'work',
      profiles: { ...chosen.profiles, local },
    });
    const unnamed = { profiles: { default: { base_url: 'https://example.com/v1' } } };
    expect(withLocalProfile(unnamed, service)).toEqual({ profiles: { ...unnamed.profiles, local } });
  });

  it('keeps its token when the service made none', () => {
    const present = {
      profile: 'local',
      profiles: { local: { base_url: 'http://127.0.0.1:1/v1', token: 'vau_old' } },
    };
    expect(withLocalProfile(present, { url: service.url }).profiles?.local).toEqual({
      base_url: service.url,
      token: 'vau_old',
    });
  });
});
