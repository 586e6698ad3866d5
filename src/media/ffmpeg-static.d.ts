// The package is optional: if it is not installed, its types are missing too.
declare module 'ffmpeg-static' {
  const path: string | null;
  export default path;
}
