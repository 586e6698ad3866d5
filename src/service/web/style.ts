/** Style of share pages: a column, with the transcript beside it where there is room; light or dark as the system is. */
export const pageStyle = `:root {
  color-scheme: light dark;
  --ground: light-dark(#f7f6f3, #121418);
  --card: light-dark(#ffffff, #1a1d22);
  --text: light-dark(#1b1d21, #eceae4);
  --quiet: light-dark(#575b62, #a9aeb6);
  --line: light-dark(#dcd9d2, #31353c);
  --accent: light-dark(#0b5cad, #7cc0ff);
  --tint: light-dark(#e6f0fa, #1d2f42);
  --mark: light-dark(#ffe28a, #6a5300);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
video, img.media { display: block; width: 100%; max-height: 75vh; background: #000; border-radius: .6rem; }
img.media { object-fit: contain; }
h1 { margin: 1.1rem 0 .2rem; font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { margin: 0; font-size: 1.05rem; }
p { margin: .5rem 0; overflow-wrap: anywhere; }
.description { white-space: pre-line; max-width: 44rem; }
.quiet { color: var(--quiet); font-size: .9rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
form { display: grid; gap: .6rem; max-width: 28rem; margin-top: 1.2rem; }
input, button { font: inherit; padding: .55rem .7rem; border: 1px solid var(--line); border-radius: .4rem; }
input { background: var(--card); color: inherit; border-color: var(--quiet); }
button { background: var(--accent); color: light-dark(#fff, #0c1116); border-color: transparent; cursor: pointer; }
[role=alert] { border-left: 4px solid #c0392b; padding-left: .8rem; }
.tools { margin: 1rem 0; display: flex; flex-wrap: wrap; gap: .6rem 1.2rem; align-items: center; }
.tools button { background: var(--card); color: var(--text); border-color: var(--quiet); padding: .4rem .8rem; }
.tools span, time { font-variant-numeric: tabular-nums; }
ol { list-style: none; margin: 0; padding: 0; }
li a { display: grid; grid-template-columns: 3.6rem 1fr; column-gap: .5rem; padding: .45rem .7rem; color: inherit; text-decoration: none; border-radius: .4rem; overflow-wrap: anywhere; }
li a:hover { background: var(--tint); }
li a[aria-current] { background: var(--tint); box-shadow: inset 3px 0 var(--accent); }
li a:focus-visible { outline-offset: -3px; }
time { color: var(--quiet); font-size: .88rem; line-height: 1.76; }
mark { background: var(--mark); color: inherit; border-radius: .15rem; }
nav { margin: 1.4rem 0; }
nav h2 { margin: 0 0 .4rem; }
aside { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; display: flex; flex-direction: column; min-height: 0; margin-top: 1.4rem; }
aside .head { padding: .9rem 1rem .6rem; border-bottom: 1px solid var(--line); }
.search { display: grid; gap: .25rem; margin: .5rem 0 0; }
.search label, #found { font-size: .85rem; color: var(--quiet); }
#found:empty { display: none; }
#transcript { overflow-y: auto; padding: .4rem; max-height: 60vh; }
details { color: var(--quiet); font-size: .9rem; }
@media (pointer: coarse) { details { display: none; } }
summary { cursor: pointer; width: fit-content; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .3rem 1rem; margin: .6rem 0; }
dd { margin: 0; }
kbd { font: .85em ui-monospace, monospace; border: 1px solid var(--line); border-radius: .25rem; padding: .05rem .35rem; background: var(--card); color: var(--text); }
@media (min-width: 64rem) {
  main.wide { max-width: 84rem; display: grid; grid-template-columns: minmax(0, 1fr) 24rem; gap: 0 1.6rem; align-items: start; }
  main.wide aside { position: sticky; top: 1rem; margin: 0; max-height: calc(100vh - 2rem); }
  main.wide #transcript { max-height: none; flex: 1; min-height: 0; }
}
@media (max-width: 40rem) {
  main { padding: 0 0 2rem; }
  main > *, .main > :not(video, img) { margin-left: 1rem; margin-right: 1rem; }
  main > .main { margin: 0; }
  video, img.media { border-radius: 0; }
  h1 { font-size: 1.3rem; }
}
@media (prefers-reduced-motion: no-preference) { li a { transition: background .2s; } }
@media (forced-colors: active) { li a[aria-current] { outline: 2px solid; outline-offset: -2px; } }
body.embed { background: #000; }
body.embed main { max-width: none; padding: 0; }
body.embed video { height: 100vh; max-height: none; border-radius: 0; }
body.embed [role=alert], body.embed p { position: absolute; inset: auto 0 3rem; margin: 0 1rem; color: #fff; }
`;

/** Without scripts: leave out what only works with them. */
export const plainStyle = '#player, .scripted { display: none !important; }\n';
