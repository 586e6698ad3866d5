/**
 * The script of the service's own pages: times in the visitor's zone, progress as it happens, the timeline of a file.
 * Without it, times are in UTC, pages reload while something is in progress, and links load the page at their second.
 */
export const pagesScript = `'use strict';
(() => {
  const local = (root) => {
    for (const time of root.querySelectorAll('time.instant'))
      time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  };
  local(document);

  // The service sends a part of the page again when it changes; "reload" says that the whole page did.
  const live = document.getElementById('live');
  if (live && window.EventSource) {
    const events = new EventSource(live.dataset.events);
    events.addEventListener('part', (event) => {
      const { id, html } = JSON.parse(event.data);
      const part = document.getElementById(id);
      if (!part || part.contains(document.activeElement)) return;
      part.outerHTML = html;
      local(document.getElementById(id) || document);
    });
    events.addEventListener('reload', () => { events.close(); location.reload(); });
    events.addEventListener('end', () => events.close());
  }

  const video = document.getElementById('player');
  if (!video) return;
  const note = document.getElementById('note');
  video.addEventListener('error', () => { if (note) note.hidden = false; });
  const line = document.querySelector('.timeline');
  if (!line) return;
  const marks = [...line.querySelectorAll('rect.now')];
  const show = () => {
    const x = (video.currentTime / Number(line.dataset.seconds)) * 1000 - 1.5;
    for (const mark of marks) mark.setAttribute('x', x.toFixed(1));
  };
  for (const name of ['timeupdate', 'seeked', 'loadedmetadata']) video.addEventListener(name, show);
  line.addEventListener('click', (event) => {
    const mark = event.target.closest('a');
    if (!mark || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    video.currentTime = Number(mark.dataset.start);
    video.play().catch(() => {});
  });
})();
`;
