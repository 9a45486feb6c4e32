import type * as english from '@locales/english'
import type { ParseKeys } from 'i18next'

/** Every key of the catalogue, for data that refers to messages (commands, routes, column types). */
export type TranslationKey = ParseKeys

/** A file of `locales/en`. */
export type Namespace = keyof typeof english
