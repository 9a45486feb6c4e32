import 'i18next'
import type * as english from '@locales/english'

declare module 'i18next' {
  interface CustomTypeOptions {
    // As one tree: the first part of a key is its namespace, which i18next resolves by itself.
    defaultNS: 'translation'
    contextSeparator: '|'
    nsSeparator: ':'
    resources: { translation: typeof english }
  }
}
