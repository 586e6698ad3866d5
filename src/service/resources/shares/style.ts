/** Style of share pages: one column, light or dark to match the system. */
export const pageStyle = `:root {
  color-scheme: light dark;
  --ground: light-dark(#f6f5f2, #14161a);
  --text: light-dark(#1b1d21, #eceae4);
  --quiet: light-dark(#5b5f66, #a3a8b0);
  --line: light-dark(#d9d6cf, #33373e);
  --accent: light-dark(#0b5cad, #7cc0ff);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 1rem/1.55 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 3rem; }
video, img.media { display: block; width: 100%; max-height: 75vh; background: #000; border-radius: .6rem; }
img.media { object-fit: contain; }
h1 { margin: 1.2rem 0 .2rem; font-size: 1.6rem; line-height: 1.25; overflow-wrap: anywhere; }
p { margin: .5rem 0; overflow-wrap: anywhere; }
.description { white-space: pre-line; }
.quiet { color: var(--quiet); font-size: .9rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
form { display: grid; gap: .6rem; max-width: 28rem; margin-top: 1.2rem; }
input, button { font: inherit; padding: .55rem .7rem; border: 1px solid var(--line); border-radius: .4rem; }
input { background: light-dark(#fff, #1d2026); color: inherit; }
button { background: var(--accent); color: light-dark(#fff, #0c1116); border-color: transparent; cursor: pointer; }
[role=alert] { border-left: 4px solid #c0392b; padding-left: .8rem; }
body.embed { background: #000; }
body.embed main { max-width: none; padding: 0; }
body.embed video { height: 100vh; max-height: none; border-radius: 0; }
body.embed [role=alert], body.embed p { position: absolute; inset: auto 0 3rem; margin: 0 1rem; color: #fff; }
`;
