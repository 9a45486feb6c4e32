import type { AppError, ErrorCode, ErrorDetails, WireError } from '@common/errors'
import type { ProblemCode } from '@common/columns/column-type'
import type { FormulaProblem } from '@common/formula'
// As a namespace, so that the bundle holds the server's sentences only.
import * as english from '@locales/en.json'

const sentences: Readonly<Record<string, string>> = english.errors
/** Words for the codes that some details hold: what a filter expected, and the like. */
const words: Readonly<Record<string, string>> = english.errorWords
const fieldSentences: Readonly<Record<string, string>> = english.inputProblems
const problemSentences: Readonly<Record<string, string>> = english.problems

/** The English sentence of an error, filled with its details. A detail that is missing leaves nothing behind. */
export function errorSentence(code: ErrorCode, details: ErrorDetails = {}): string {
  const { count } = details
  const form = typeof count === 'number' ? sentences[`${code}_${count === 1 ? 'one' : 'other'}`] : undefined
  const sentence = fill(form ?? sentences[code] ?? sentences['INTERNAL'] ?? code, details, true)
  const { row } = details
  return typeof row === 'number' ? fill(words['inRow'] ?? '', { number: row + 1 }) + sentence : sentence
}

/** The sentence of what is wrong with one field of an input (`inputProblems` in the locale). */
export function fieldSentence(problem: string, details: ErrorDetails): string {
  return fill(fieldSentences[problem] ?? fieldSentences['invalid'] ?? problem, details)
}

/** The sentence of why a value of a column is refused (`problems` in the locale); details hold the column. */
export function problemSentence(problem: ProblemCode, details: ErrorDetails): string {
  return fill(problemSentences[problem] ?? '', details)
}

/** The sentence of why a virtual column cannot be computed any more (`virtualProblems` in the locale). */
export function virtualProblemSentence(name: keyof typeof english.virtualProblems, details: ErrorDetails): string {
  return fill(english.virtualProblems[name], details)
}

/** What is different in a database since its schema was last synchronised (`driftChanges` in the locale). */
export function driftSentenceText(name: keyof typeof english.driftChanges, details: ErrorDetails): string {
  return fill(english.driftChanges[name], details)
}

/** Why a database cannot be connected to (`connectionFailures` in the locale): part of a sentence. */
export function connectionReason(name: keyof typeof english.connectionFailures, details: ErrorDetails): string {
  return fill(english.connectionFailures[name], details)
}

/** What a test of a connection says (S1 §5). */
export function connectionTestSentence(reason: string | undefined): string {
  const { successful, failed } = english.connectionTest
  return reason === undefined ? successful : fill(failed, { reason })
}

/** Why a text is no view (`viewProblems` in the locale), for the details of VIEW_DEFINITION_INVALID. */
export function viewProblem(name: keyof typeof english.viewProblems, details: ErrorDetails = {}): string {
  return fill(english.viewProblems[name], details)
}

/** A sentence of the audit (`auditLines` in the locale). */
export function auditSentence(name: keyof typeof english.auditLines, details: ErrorDetails = {}): string {
  return fill(english.auditLines[name], details)
}

/** What could not be brought back from the trash, and why (`trashNotes` in the locale). */
export function trashNote(name: keyof typeof english.trashNotes, details: ErrorDetails = {}): string {
  return fill(english.trashNotes[name], details)
}

/** What is said of an import (`importNotes` in the locale). */
export function importNote(name: keyof typeof english.importNotes, details: ErrorDetails = {}): string {
  return fill(english.importNotes[name], details)
}

/** The sentence of why a formula is refused (`formula.problems` in the locale). */
export function formulaProblemSentence({ code, params }: FormulaProblem): string {
  const types: Readonly<Record<string, string>> = english.formula.types
  const named = Object.entries(params).map(([name, value]) => [name, types[value] ?? value])
  return fill(english.formula.problems[code], Object.fromEntries(named) as ErrorDetails)
}

/** A sentence the server itself says: on the console, or on the page that stands in for the interface. */
export function serverSentence(name: keyof typeof english.server, details: ErrorDetails = {}): string {
  return fill(english.server[name], details)
}

/** What an error looks like to a caller. */
export function wireError(error: AppError, id?: string): WireError {
  return {
    msg: errorSentence(error.code, error.details),
    code: error.code,
    ...(Object.keys(error.details).length === 0 ? {} : { details: error.details }),
    ...(id === undefined ? {} : { id }),
  }
}

/** Fills `{{name}}`; a part in `[[…]]` is left out when one of its details is missing. */
function fill(sentence: string, details: ErrorDetails, whole = false): string {
  const values = typeof details['position'] === 'number' ? { ...details, character: details['position'] + 1 } : details
  const complete = sentence.replaceAll(/\[\[(.*?)\]\]/g, (_all, part: string) =>
    names(part).every((name) => textOf(name, values[name]) !== '') ? part : '',
  )
  // The part in front may have been left out; a name there keeps its letters.
  const begun = whole ? complete.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : complete
  return begun.replaceAll(placeholder, (_all, name: string) => textOf(name, values[name]))
}

const placeholder = /\{\{\s*(\w+)\s*\}\}/g
const names = (part: string): string[] => Array.from(part.matchAll(placeholder), ([, name]) => name ?? '')

function textOf(name: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (Array.isArray(value))
    return value
      .map((item) => textOf(name, item))
      .filter(Boolean)
      .join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  const text = typeof value === 'string' ? value : `${value as number | boolean | bigint}`
  const isCode = name === 'expected' || name === 'limit'
  return (isCode && Object.hasOwn(words, text) ? words[text] : undefined) ?? text
}
