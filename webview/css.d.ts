/** Style sheets are bundled by esbuild; their import has no value. */
declare module '*.css';
