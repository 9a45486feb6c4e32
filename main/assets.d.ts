/** A picture that the build writes into the code, as a data URL. */
declare module '*.png?inline' {
  const url: string
  export default url
}
