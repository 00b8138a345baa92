/** esbuild puts the file into the bundle as a text. */
declare module '*.css' {
  const text: string;
  export default text;
}
