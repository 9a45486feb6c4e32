import type { AnyMessage } from '@common/messages'
import { sentenceText } from '@renderer/i18n'

/** A value whose sentences are texts. */
export type Shown<T> = T extends AnyMessage
  ? string
  : T extends (...given: never) => unknown
    ? T
    : T extends object
      ? { readonly [Name in keyof T]: Shown<T[Name]> }
      : T

/** Returns what a store of the page holds, as the page shows it: sentences are in its language. */
export function asShown<T>(value: T): Shown<T> {
  return shownValue(value) as Shown<T>
}

function shownValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownValue)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  if ('key' in value && 'params' in value) return sentenceText(value as unknown as AnyMessage)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shownValue(inner)]))
}
