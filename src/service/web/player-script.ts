/**
 * The script of share pages, served as a file so that the content security policy needs no exception. It plays the
 * stream with hls.js, or natively, keeps to the clip's window, and renews the short-lived token of a private stream
 * while the page is open.
 */
export const playerScript = `'use strict';
(() => {
  const video = document.getElementById('player');
  if (!video) return;
  const data = video.dataset;
  const start = Number(data.start || 0);
  const end = data.end === undefined ? Infinity : Number(data.end);
  const tokenOf = (url) => /\\/m\\/([^/]+)\\//.exec(url)[1];
  let token = tokenOf(data.stream);
  const withToken = (url) => url.replace(/\\/m\\/[^/]+\\//, '/m/' + token + '/');

  const say = (text) => {
    const note = document.getElementById('note');
    note.textContent = text;
    note.hidden = text === '';
  };

  const renew = async () => {
    const answer = await fetch(data.renew, { credentials: 'same-origin' });
    if (answer.ok) token = tokenOf((await answer.json()).stream_url);
    else say('You are signed out. Load this page again to go on.');
  };
  if (data.renew) setInterval(() => renew().catch(() => {}), Number(data.renewMs));

  const Hls = window.Hls;
  if (Hls && Hls.isSupported()) {
    const hls = new Hls({
      enableWorker: false,
      startPosition: start,
      xhrSetup: (request, url) => request.open('GET', withToken(url), true),
    });
    let recoveries = 0;
    hls.on(Hls.Events.ERROR, (_, error) => {
      if (!error.fatal) return;
      if (error.type === Hls.ErrorTypes.MEDIA_ERROR && recoveries++ < 2) hls.recoverMediaError();
      else say('This stream cannot be played here. Loading the page again may help.');
    });
    hls.loadSource(data.stream);
    hls.attachMedia(video);
  } else if (video.canPlayType('application/vnd.apple.mpegurl')) {
    video.src = data.stream;
    video.addEventListener('loadedmetadata', () => { if (start > 0) video.currentTime = start; }, { once: true });
    video.addEventListener('error', () => say('This stream cannot be played here.'));
  } else {
    say('This browser plays no HLS streams.');
  }

  if (end === Infinity) return;
  const near = 0.04;
  const stop = () => {
    if (video.currentTime < end - near) return;
    video.pause();
    if (video.currentTime > end) video.currentTime = end;
  };
  const watch = () => {
    stop();
    if (!video.paused) requestAnimationFrame(watch);
  };
  video.addEventListener('play', () => {
    if (video.currentTime >= end - 2 * near) video.currentTime = start;
    requestAnimationFrame(watch);
  });
  // Frames are not drawn in a tab in the background; this event comes there as well.
  video.addEventListener('timeupdate', stop);
  video.addEventListener('seeking', () => {
    if (video.currentTime < start - near) video.currentTime = start;
    else if (video.currentTime > end + near) video.currentTime = end;
  });
})();
`;
