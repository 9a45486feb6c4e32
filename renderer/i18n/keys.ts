import type * as english from '@locales/english'
import type { ParseKeys } from 'i18next'

/** Every key of the catalogue, for data that names a sentence (commands, routes, column types). */
export type TranslationKey = ParseKeys

/** A file of `locales/en`. */
export type Namespace = keyof typeof english
