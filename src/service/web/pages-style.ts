/** Style of the service's own pages, on top of the share page's: navigation, cards, lists, timeline. */
export const pagesStyle = `.skip { position: absolute; left: -99rem; padding: .5rem 1rem; background: var(--card); z-index: 2; }
.skip:focus { left: .5rem; top: .5rem; }
header.top { background: var(--card); border-bottom: 1px solid var(--line); }
header.top > div { max-width: 84rem; margin: 0 auto; padding: .5rem 1rem; display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; align-items: center; }
header.top nav { margin: 0; display: flex; flex-wrap: wrap; gap: .1rem; flex: 1; }
header.top a { color: inherit; text-decoration: none; padding: .35rem .7rem; border-radius: .4rem; }
header.top nav a:hover { background: var(--tint); }
header.top nav a[aria-current] { background: var(--tint); font-weight: 600; }
header.top .brand { font-weight: 700; font-size: 1.15rem; padding-left: 0; color: var(--accent); }
header.top form { margin: 0; }
.top + main { max-width: 84rem; padding-top: 1.4rem; }
button.plain { background: none; color: var(--text); border-color: var(--quiet); padding: .3rem .7rem; font-size: .9rem; }
button.plain:hover { background: var(--tint); }
h2 { margin: 0 0 .5rem; }
section { margin-block: 1.6rem; }
.top + main > .head { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; margin-bottom: 1rem; }
.top + main > .head > * { margin: 0; }
code { font: .9em ui-monospace, monospace; background: var(--tint); padding: .1rem .35rem; border-radius: .25rem; overflow-wrap: anywhere; }
.empty { padding: 2.5rem 1rem; text-align: center; color: var(--quiet); background: var(--card); border: 1px dashed var(--line); border-radius: .6rem; }
.cards, .rows, .faces { list-style: none; margin-block: 0; padding: 0; }
ul.rows, ul.faces { margin-inline: 0; }
.cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1.3rem 1.1rem; }
.cards li { min-width: 0; }
.cards li > a { display: block; padding: 0; color: inherit; border-radius: .6rem; }
.cards li > a:hover { background: none; }
.cards li > a:hover .name { text-decoration: underline; }
.cards p { margin: .15rem 0; }
.name { display: block; font-weight: 600; margin-top: .45rem; overflow-wrap: anywhere; }
.shot { position: relative; display: flex; aspect-ratio: 16 / 9; background: light-dark(#e4e1da, #23272d); border-radius: .6rem; overflow: hidden; }
.shot img { width: 100%; height: 100%; object-fit: cover; flex: 1; min-width: 0; }
.strip { gap: 2px; }
.no-shot { flex: 1; display: grid; place-content: center; color: var(--quiet); font-size: .9rem; background: light-dark(#e4e1da, #23272d); }
.length { position: absolute; right: .4rem; bottom: .4rem; background: #000c; color: #fff; font-size: .8rem; padding: 0 .35rem; border-radius: .25rem; font-variant-numeric: tabular-nums; }
.clamp { display: -webkit-box; -webkit-line-clamp: 2; -webkit-box-orient: vertical; overflow: hidden; }
.state { display: flex; flex-wrap: wrap; gap: .2rem .6rem; align-items: center; font-size: .85rem; color: var(--quiet); }
progress { width: 100%; height: .4rem; accent-color: var(--accent); }
.badge { display: inline-block; font-size: .8rem; line-height: 1.5; padding: 0 .5rem; border-radius: 1rem; border: 1px solid var(--line); color: var(--quiet); white-space: nowrap; }
.badge.done { color: light-dark(#14632e, #86d9a0); border-color: currentColor; }
.badge.open { color: light-dark(#0b5cad, #7cc0ff); border-color: currentColor; }
.badge.bad { color: light-dark(#a3261a, #ff9d90); border-color: currentColor; }
.why { color: light-dark(#a3261a, #ff9d90); font-size: .88rem; }
.gap, .gaps { color: light-dark(#7a5200, #f0c36d); font-size: .88rem; }
.gaps { padding-left: 1.1rem; }
form.inline { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: .4rem 0; max-width: none; }
form.inline input { width: auto; }
form.search { max-width: 40rem; margin-block: 0 1.4rem; gap: .25rem; }
form.search span { display: flex; gap: .5rem; }
form.search input { flex: 1; min-width: 0; }
.pager { display: flex; gap: 1.2rem; justify-content: center; align-items: baseline; }
.pager a { padding: .35rem .7rem; }
.rows { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
.rows li { padding: .55rem .9rem; border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.rows li:first-child { border-top: 0; }
.rows li a { display: inline; padding: 0; color: var(--accent); text-decoration: underline; }
.rows li a:hover { background: none; }
.table { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; }
table { border-collapse: collapse; width: 100%; font-size: .93rem; }
th, td { text-align: left; padding: .5rem .8rem; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td:first-child { min-width: 9rem; }
thead th { border-top: 0; color: var(--quiet); font-weight: 600; font-size: .85rem; }
td.nowrap { white-space: nowrap; }
.jumps { display: grid; gap: .1rem; }
.jumps .more { display: block; }
details.more { font-size: inherit; display: block; }
details.more > summary { padding: .3rem .7rem; color: var(--accent); }
.faces { display: flex; flex-wrap: wrap; gap: .5rem; }
.faces li > * { display: grid; grid-template-columns: none; padding: .2rem; width: 5.4rem; text-align: center; }
.faces img, .faces .no-shot { width: 5rem; height: 5rem; object-fit: cover; border-radius: .4rem; }
.timeline { display: grid; gap: .3rem; }
.track { display: grid; grid-template-columns: 5.2rem 1fr; align-items: center; }
.track span { font-size: .8rem; color: var(--quiet); }
.track svg { display: block; width: 100%; height: 1.05rem; background: light-dark(#e9e6df, #1f2329); border-radius: .25rem; overflow: hidden; }
.chapter rect { fill: light-dark(#6d7f95, #8b9fb8); }
.scene rect { fill: light-dark(#93a77a, #7e9a5c); }
.speech rect { fill: light-dark(#4f8fce, #4d93d8); }
.text rect { fill: light-dark(#b58a3f, #c79a4a); }
.face rect { fill: light-dark(#a85f95, #c27cb0); }
.moment rect { fill: light-dark(#c4532f, #ee8058); }
.track a:hover rect { fill: var(--accent); }
rect.now { fill: var(--text); pointer-events: none; }
.results { display: grid; gap: 1rem; }
.results > li { display: grid; grid-template-columns: 13rem minmax(0, 1fr); gap: 1rem; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .7rem; }
.results li > a { display: block; padding: 0; }
.results li > a:hover { background: none; }
.results p { margin: .2rem 0; }
.results .name a { display: inline; padding: 0; color: var(--accent); text-decoration: underline; }
video.sound { height: 3.5rem; background: none; }
video.sound[poster] { height: auto; }
.sign-in { max-width: 28rem; margin: 8vh auto 0; }
@media (max-width: 40rem) {
  header.top > div { padding: .3rem .6rem; gap: 0 .4rem; }
  header.top nav { order: 3; flex-basis: 100%; overflow-x: auto; flex-wrap: nowrap; }
  header.top a { padding: .35rem .45rem; font-size: .93rem; }
  header.top form { margin-left: auto; }
  .top + main { padding-top: 1rem; }
  main > form.search { margin-inline: 1rem; }
  table { min-width: 38rem; }
  .cards { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 1rem .7rem; }
  .results > li { grid-template-columns: minmax(0, 1fr); }
  .track { grid-template-columns: 4.2rem 1fr; }
}
`;
