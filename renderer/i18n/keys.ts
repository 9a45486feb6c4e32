import type { KeysOf } from '@common/messages'
import type * as english from '@locales/english'

/** Every key of the catalogue, for data that refers to messages (commands, routes, column types). */
export type TranslationKey = KeysOf<typeof english>

/** A file of `locales/en`. */
export type Namespace = keyof typeof english
