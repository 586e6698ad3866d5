declare module 'unbzip2-stream' {
  /** A stream of Node's first kind. */
  export default function unbzip2Stream(): NodeJS.ReadWriteStream;
}
