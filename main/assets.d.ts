/** A picture that the build writes into the code, as a data URL. */
declare module '*.png?inline' {
  const url: string
  export default url
}

/** Files that the build writes into the code, or, without `eager`, into chunks of their own. */
interface ImportMeta {
  readonly glob: {
    <T>(
      pattern: string,
      options: { readonly query: '?raw'; readonly import: 'default'; readonly eager: true },
    ): Readonly<Record<string, T>>
    <T>(
      pattern: string,
      options: { readonly query: '?raw'; readonly import: 'default' },
    ): Readonly<Record<string, () => Promise<T>>>
  }
}
