/** The catalogues of the server, which the build bundles (scripts/build/catalogues.ts). */
declare module 'virtual:server-texts' {
  import type { Texts } from '@common/messages'

  /** By code of the language: the texts that the server shows, by namespace. */
  const serverTexts: Readonly<Record<string, () => Promise<{ readonly default: Texts }>>>
  export default serverTexts
}
