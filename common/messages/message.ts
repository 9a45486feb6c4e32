import type { mail } from '@locales/english'
import type * as server from '@locales/server'

/** Sections of the catalogue that the server sends, and the texts of its mail. Each key has one English text, for scripts. */
type MessageSections = typeof server & { readonly mail: typeof mail }

/** The keys of a tree of texts, with dots: `errors.TABLE_EXISTS`. */
export type KeysOf<Part> = {
  [Name in keyof Part & string]: Part[Name] extends string ? Name : `${Name}.${KeysOf<Part[Name]>}`
}[keyof Part & string]

/** A key of a text that the server sends, such as `errors.TABLE_EXISTS`. */
export type MessageKey = KeysOf<MessageSections>

/**
 * A value of a message. The renderer writes nested messages in the reader's language. It joins a list with commas, and
 * a list of sentences with blanks. A nested sentence loses its full stop where the outer text has one.
 */
export type MessageParam =
  | string
  | number
  | boolean
  | Date
  | null
  | undefined
  | Message
  | MessageList
  | readonly MessageParam[]
  /** Facts for programs. No text prints them. */
  | { readonly [name: string]: unknown }

/** A list with the words of the language between its items. */
export interface MessageList {
  readonly list: readonly MessageParam[]
  /** `a, b and c`, `a, b or c`, or `a, b, c`. */
  readonly type: 'conjunction' | 'disjunction' | 'unit'
}

export type MessageParams = Readonly<Record<string, MessageParam>>

/** A text as data: its key in the catalogue, and the values for its placeholders. It is plain JSON, except for dates. */
export interface Message {
  readonly key: MessageKey
  readonly params: MessageParams
  /** Shown where the catalogue lacks the key: of an older page, or with texts that load later. */
  readonly text?: string
}

/** Makes a message: `message('errors.TABLE_EXISTS', { table: 'Tracks' })`. */
export function message(key: MessageKey, params: MessageParams = {}): Message {
  return { key, params }
}

/** Returns true if a value is a message. The key may be one that this version does not know. */
export function isMessage(value: unknown): value is Message {
  if (typeof value !== 'object' || value === null) return false
  const { key, params, text, ...others } = value as Readonly<Record<string, unknown>>
  return (
    Object.keys(others).length === 0 &&
    (text === undefined || typeof text === 'string') &&
    typeof key === 'string' &&
    /^[a-zA-Z]\w*[.:]\w/.test(key) &&
    typeof params === 'object' &&
    params !== null &&
    !Array.isArray(params)
  )
}

/** A message whose key may come from elsewhere: from a newer server, or from the page itself. */
export interface AnyMessage {
  readonly key: string
  readonly params?: MessageParams
  readonly text?: string
}
