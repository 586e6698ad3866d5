// The package is optional: where it could not be installed its own types are missing too.
declare module 'ffmpeg-static' {
  const path: string | null;
  export default path;
}
