/**
 * The script of what is around the player on a share page: start at a second (?t= or #t=), the transcript that follows,
 * its search, the keyboard, and the link at this second. Without it, the links of the page load it again at their second.
 */
export const pageScript = `'use strict';
(() => {
  const video = document.getElementById('player');
  if (!video) return;
  const find = (id) => document.getElementById(id);
  const start = Number(video.dataset.start || 0);
  const calm = matchMedia('(prefers-reduced-motion: reduce)');

  // Seconds from 27, 27.5, 1:27, 1h2m3s.
  const secondsIn = (text) => {
    if (/^\\d+(\\.\\d+)?s?$/.test(text)) return parseFloat(text);
    if (/^\\d+(:\\d{1,2}){1,2}(\\.\\d+)?$/.test(text)) return text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
    const parts = /^(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?$/.exec(text);
    return text && parts ? Number(parts[1] || 0) * 3600 + Number(parts[2] || 0) * 60 + Number(parts[3] || 0) : undefined;
  };
  const asked = () => secondsIn(new URLSearchParams(location.hash.slice(1)).get('t') || '')
    ?? secondsIn(new URLSearchParams(location.search).get('t') || '');
  const goTo = (seconds) => {
    const at = start + seconds;
    if (video.readyState > 0) video.currentTime = at;
    else video.addEventListener('loadedmetadata', () => { video.currentTime = at; }, { once: true });
  };
  const first = asked();
  if (first !== undefined) goTo(first);
  addEventListener('hashchange', () => { const at = asked(); if (at !== undefined) goTo(at); });

  const clock = (seconds) => {
    const whole = Math.max(0, Math.floor(seconds));
    const two = (value) => String(value).padStart(2, '0');
    const hours = Math.floor(whole / 3600);
    return (hours ? hours + ':' + two(Math.floor(whole / 60) % 60) : Math.floor(whole / 60)) + ':' + two(whole % 60);
  };

  const now = find('now');
  const copy = find('copy');
  if (copy) copy.addEventListener('click', async () => {
    const url = new URL(location.href);
    url.hash = '';
    url.searchParams.set('t', String(Math.floor(video.currentTime - start)));
    try {
      await navigator.clipboard.writeText(url.href);
      find('copied').textContent = 'Copied.';
    } catch {
      find('copied').textContent = url.href;
    }
  });

  const list = find('transcript');
  const lines = list ? [...list.children] : [];
  const chapters = [...document.querySelectorAll('.chapters li')];
  const jumps = [...document.querySelectorAll('.jumps li')];
  for (const item of [...lines, ...chapters, ...jumps]) item.querySelector('a').addEventListener('click', (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    goTo(Number(item.dataset.start));
    video.play().catch(() => {});
  });

  // The list stays where it is while somebody reads or searches in it.
  let busyUntil = 0;
  for (const name of ['wheel', 'touchmove', 'keydown', 'pointerdown'])
    if (list) list.addEventListener(name, () => { busyUntil = Date.now() + 5000; }, { passive: true });
  const mark = (items, at) => {
    const current = items.findLast((item) => Number(item.dataset.start) <= at + 0.05);
    for (const item of items) {
      const link = item.querySelector('a');
      if (item !== current) link.removeAttribute('aria-current');
      else if (!link.hasAttribute('aria-current')) {
        link.setAttribute('aria-current', 'true');
        if (items === lines && Date.now() > busyUntil) follow(item);
      }
    }
  };
  const follow = (item) => {
    const top = item.offsetTop - list.offsetTop - list.clientHeight / 3;
    list.scrollTo({ top, behavior: calm.matches ? 'auto' : 'smooth' });
  };
  const show = () => {
    const at = video.currentTime - start;
    if (now) now.textContent = clock(at);
    mark(lines, at);
    mark(chapters, at);
  };
  for (const name of ['timeupdate', 'seeked', 'loadedmetadata']) video.addEventListener(name, show);

  const field = find('find');
  const search = () => {
    const wanted = field.value.trim().toLocaleLowerCase();
    let count = 0;
    for (const item of lines) {
      const words = item.querySelector('.words');
      const text = words.textContent;
      const at = wanted === '' ? -1 : text.toLocaleLowerCase().indexOf(wanted);
      item.hidden = wanted !== '' && at < 0;
      words.textContent = text;
      if (at < 0) continue;
      count += 1;
      const range = document.createElement('mark');
      range.textContent = text.slice(at, at + wanted.length);
      words.replaceChildren(text.slice(0, at), range, text.slice(at + wanted.length));
    }
    find('found').textContent = wanted === '' ? '' : count + (count === 1 ? ' line' : ' lines');
  };
  if (field) {
    field.addEventListener('input', search);
    field.addEventListener('keydown', (event) => {
      const hits = lines.filter((item) => !item.hidden);
      if (event.key === 'Enter' && field.value && hits.length > 0) {
        const at = video.currentTime - start;
        const next = hits.find((item) => Number(item.dataset.start) > at + 0.3) || hits[0];
        next.querySelector('a').click();
      } else if (event.key === 'Escape') { field.value = ''; search(); video.focus(); }
    });
  }

  const captions = () => [...video.textTracks].find((track) => track.kind === 'captions');
  const keys = {
    ' ': () => (video.paused ? video.play().catch(() => {}) : video.pause()),
    k: () => keys[' '](),
    j: () => { video.currentTime -= 10; },
    l: () => { video.currentTime += 10; },
    ArrowLeft: () => { video.currentTime -= 5; },
    ArrowRight: () => { video.currentTime += 5; },
    m: () => { video.muted = !video.muted; },
    f: () => (document.fullscreenElement ? document.exitFullscreen() : video.requestFullscreen()),
    c: () => { const track = captions(); if (track) track.mode = track.mode === 'showing' ? 'disabled' : 'showing'; },
    '/': () => { if (field) field.focus(); },
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.target.closest('input, textarea, select')) return;
    if (event.key === ' ' && event.target.closest('button, a, summary')) return;
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
})();
`;
