/** The catalogues, which the build bundles (scripts/build/catalogues.ts). */
declare module 'virtual:page-texts' {
  type Load = () => Promise<{ readonly default: Readonly<Record<string, object>> }>
  /** By code of the language: the texts of the first screens, and all others, by namespace. */
  const pageTexts: Readonly<Record<string, { readonly start: Load; readonly more: Load }>>
  export default pageTexts
}
