import { errorMessage, type AppError, type ErrorCode, type ErrorDetails, type WireError } from '@common/errors'
import { isMessage, message, type Message, type MessageKey, type MessageParam } from '@common/messages'
import { rendererOf } from './languages'

const renderer = rendererOf('en')

/**
 * Renders a message in English, for scripts, logs and the console. Only the edges of the server call it: HTTP, gRPC,
 * GraphQL, the bridge to the window, the console and the desktop's dialogs.
 */
export const english = (text: Message): string => textIn('en', text)

/** Renders a message in the language of a caller, whose texts are loaded. */
export function textIn(language: string, text: Message): string {
  const { key, params } = withWords(text)
  const isUnknown = key.startsWith('errors.') && !renderer.has(key)
  return rendererOf(language).render({ key: isUnknown ? 'errors.INTERNAL' : key, params })
}

/** The English sentence of an error. */
export const errorSentence = (code: ErrorCode, details?: ErrorDetails): string => english(errorMessage(code, details))

const messageFields = { msg: 'message', message: 'reason', description: 'message', problemText: 'problem' } as const
type EnglishBeside<Name extends keyof typeof messageFields> = { readonly [N in Name]: string } & {
  readonly [N in (typeof messageFields)[Name]]: Message
}

/**
 * Returns a text of an answer: in English for scripts, and as a message for the page. The English is rendered when the
 * answer is serialized.
 */
export function englishBeside<Name extends keyof typeof messageFields>(name: Name, text: Message): EnglishBeside<Name> {
  const fields = { [messageFields[name]]: text }
  return Object.defineProperty(fields, name, { enumerable: true, get: () => english(text) }) as EnglishBeside<Name>
}

/** Returns the notes of an answer: in English, and as messages unless there are none. */
export function englishNotes(notes: readonly Message[]): {
  readonly notes: string[]
  readonly noteMessages?: Message[]
} {
  const fields = notes.length === 0 ? {} : { noteMessages: [...notes] }
  return Object.defineProperty(fields, 'notes', { enumerable: true, get: () => notes.map(english) }) as never
}

/** Returns the name of a text that a script imports without one. */
export const pastedName = (): string => english(message('importNotes.pasted'))

/**
 * Returns the JSON body of an error: its text, and the message for the page.
 *
 * @param language  of the caller; English for scripts
 */
export function wireError({ code, details }: AppError, id?: string, language = 'en'): WireError {
  const text = errorMessage(code, details)
  return {
    msg: textIn(language, text),
    code,
    ...(Object.keys(details).length === 0 ? {} : { details: wireDetails(code, details) }),
    message: withoutFacts(withWords(text)),
    ...(id === undefined ? {} : { id }),
  }
}

interface GraphqlError {
  readonly message: string
  readonly path?: readonly string[]
  readonly extensions: Pick<WireError, 'code' | 'details' | 'message'>
}

/**
 * Returns an error as GraphQL sends it: the sentence, and in `extensions` the code, its facts, and the message
 * for readers of other languages.
 *
 * @param path  the field that failed; absent if the whole request failed
 * @param language  of the caller; English for scripts
 */
export function graphqlError(error: AppError, path?: string, language?: string): GraphqlError {
  const { msg, code, details, message } = wireError(error, undefined, language)
  return {
    message: msg,
    ...(path !== undefined && { path: [path] }),
    extensions: { code, ...(details && { details }), message },
  }
}

/** Details that scripts know as one text without its full stop. */
const clauses: Partial<Record<ErrorCode, string>> = { ROW_INVALID: 'problems', IMPORT_ROW_FAILED: 'problem' }

function wireDetails(code: ErrorCode, details: ErrorDetails): ErrorDetails {
  const clause = clauses[code]
  const value = clause === undefined ? undefined : details[clause]
  const wire = inEnglish(details) as ErrorDetails
  if (clause === undefined || (!isMessage(value) && !Array.isArray(value))) return wire
  const text = [inEnglish(value)].flat().join(' ')
  return { ...wire, [clause]: text.replace(/\.$/, '') }
}

/** Replaces the messages in a value with English. */
function inEnglish(value: unknown): unknown {
  if (isMessage(value)) return english(value)
  if (Array.isArray(value)) return value.map(inEnglish)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inEnglish(inner)]))
}

/** Turns the codes of what is expected into messages. */
function withWords({ key, params }: Message): Message {
  return { key, params: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, wordOf(name, value)])) }
}

function wordOf(name: string, value: MessageParam): MessageParam {
  if (isMessage(value)) return withWords(value)
  if (Array.isArray(value)) return (value as readonly MessageParam[]).map((item) => wordOf(name, item))
  const word = (name === 'expected' || name === 'limit') && typeof value === 'string' ? `errorWords.${value}` : ''
  return renderer.has(word) ? message(word as MessageKey) : value
}

/** Leaves out what no text prints: facts for programs. */
function withoutFacts({ key, params }: Message): Message {
  const shown = Object.entries(params).flatMap(([name, value]): [string, MessageParam][] => {
    const wire = withoutFact(value)
    return wire === undefined ? [] : [[name, wire]]
  })
  return { key, params: Object.fromEntries(shown) }
}

function withoutFact(value: MessageParam): MessageParam {
  if (isMessage(value)) return withoutFacts(value)
  if (Array.isArray(value)) {
    const items = (value as readonly MessageParam[]).map(withoutFact)
    return items.includes(undefined) ? undefined : items
  }
  const isFact = typeof value === 'object' && value !== null && !(value instanceof Date)
  return isFact ? undefined : value
}
