/** Style sheets are bundled by esbuild; their import has no value. */
declare module '*.css';

/** Pictures are bundled as their text. */
declare module '*.svg' {
  const text: string;
  export default text;
}
