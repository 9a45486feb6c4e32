import { sentenceText, useLanguage, type Sentence } from '@renderer/i18n'
import { useReducer } from 'react'
import { sentenceOf } from './api-error'

/**
 * Holds why something failed. Returns its text in the language of the page, which follows a switch of the language, and
 * the function that sets it: to a caught error or to a `sentence(…)`. Null and undefined mean that nothing failed.
 */
export function useFailure(): readonly [text: string | undefined, set: (failure: unknown) => void] {
  useLanguage()
  const [failure, set] = useReducer(nextFailure, undefined)
  return [failure === undefined ? undefined : sentenceText(failure), set]
}

function nextFailure(_before: Sentence | undefined, next: unknown): Sentence | undefined {
  if (next === undefined || next === null) return undefined
  return isSentence(next) ? next : sentenceOf(next)
}

const isSentence = (value: unknown): value is Sentence =>
  typeof value === 'string' ||
  (typeof value === 'object' && value !== null && !(value instanceof Error) && 'key' in value)
