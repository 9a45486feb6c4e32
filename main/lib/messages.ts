import type { AppError, ErrorCode, ErrorDetails, WireError } from '@common/errors'
import type { ProblemCode } from '@common/columns/column-type'
import type { FormulaProblem } from '@common/formula'
import { createRenderer, message, type MessageKey, type MessageParam, type MessageParams } from '@common/messages'
import {
  auditLines,
  connectionFailures,
  connectionTest,
  driftChanges,
  errorWords,
  errors,
  formula,
  importNotes,
  inputProblems,
  problems,
  server,
  trashNotes,
  viewProblems,
  virtualProblems,
} from '@locales/english'

/** Renders English for scripts, logs and the console: they get one language, whatever the page shows. */
const renderer = createRenderer(
  {
    auditLines,
    connectionFailures,
    connectionTest,
    driftChanges,
    errorWords,
    errors,
    formula,
    importNotes,
    inputProblems,
    problems,
    server,
    trashNotes,
    viewProblems,
    virtualProblems,
  },
  'en',
)

const sentence = (key: string, details: ErrorDetails = {}): string =>
  renderer.render({ key, params: paramsOfDetails(details) })

/** The English sentence of an error, filled with its details. A detail that is missing leaves nothing behind. */
export function errorSentence(code: ErrorCode, details: ErrorDetails = {}): string {
  const key = `errors.${code}`
  const text = sentence(renderer.has(key) ? key : 'errors.INTERNAL', details)
  const { row } = details
  return typeof row === 'number' ? sentence('errorWords.inRow', { number: row + 1, sentence: text }) : text
}

/** The sentence of what is wrong with one field of an input (`inputProblems` in the locale). */
export function fieldSentence(problem: string, details: ErrorDetails): string {
  const key = `inputProblems.${problem}`
  return sentence(renderer.has(key) ? key : 'inputProblems.invalid', details)
}

/** The sentence of why a value of a column is refused (`problems` in the locale); details hold the column. */
export function problemSentence(problem: ProblemCode, details: ErrorDetails): string {
  return sentence(`problems.${problem}`, details)
}

/** The sentence of why a virtual column cannot be computed any more (`virtualProblems` in the locale). */
export function virtualProblemSentence(name: keyof typeof virtualProblems, details: ErrorDetails): string {
  return sentence(`virtualProblems.${name}`, details)
}

/** What is different in a database since its schema was last synchronised (`driftChanges` in the locale). */
export function driftSentenceText(name: keyof typeof driftChanges, details: ErrorDetails): string {
  return sentence(`driftChanges.${name}`, details)
}

/** Why a database cannot be connected to (`connectionFailures` in the locale): part of a sentence. */
export function connectionReason(name: keyof typeof connectionFailures, details: ErrorDetails): string {
  return sentence(`connectionFailures.${name}`, details)
}

/** What a test of a connection says (S1 §5). */
export function connectionTestSentence(reason: string | undefined): string {
  return reason === undefined ? sentence('connectionTest.successful') : sentence('connectionTest.failed', { reason })
}

/** Why a text is no view (`viewProblems` in the locale), for the details of VIEW_DEFINITION_INVALID. */
export function viewProblem(name: keyof typeof viewProblems, details: ErrorDetails = {}): string {
  return sentence(`viewProblems.${name}`, details)
}

/** A sentence of the audit (`auditLines` in the locale). */
export function auditSentence(name: keyof typeof auditLines, details: ErrorDetails = {}): string {
  return sentence(`auditLines.${name}`, details)
}

/** What could not be brought back from the trash, and why (`trashNotes` in the locale). */
export function trashNote(name: keyof typeof trashNotes, details: ErrorDetails = {}): string {
  return sentence(`trashNotes.${name}`, details)
}

/** What is said of an import (`importNotes` in the locale). */
export function importNote(name: keyof typeof importNotes, details: ErrorDetails = {}): string {
  return sentence(`importNotes.${name}`, details)
}

/** The sentence of why a formula is refused (`formula.problems` in the locale). */
export function formulaProblemSentence({ code, params }: FormulaProblem): string {
  const named = Object.entries(params).map(([name, value]): [string, MessageParam] => {
    const type = `formula.types.${value}`
    return [name, renderer.has(type) ? message(type as MessageKey) : value]
  })
  return renderer.render({ key: `formula.problems.${code}`, params: Object.fromEntries(named) })
}

/** A sentence the server itself says: on the console, or on the page that stands in for the interface. */
export function serverSentence(name: keyof typeof server, details: ErrorDetails = {}): string {
  return sentence(`server.${name}`, details)
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

/** Details of an error as parameters of its sentence: codes become messages, objects their JSON. */
function paramsOfDetails(details: ErrorDetails): MessageParams {
  const { position } = details
  const given = typeof position === 'number' ? { ...details, character: position + 1 } : details
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, paramOf(name, value)]))
}

function paramOf(name: string, value: unknown): MessageParam {
  if (Array.isArray(value)) return value.map((item) => paramOf(name, item))
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  const word = name === 'expected' || name === 'limit' ? `errorWords.${String(value)}` : ''
  return renderer.has(word) ? message(word as MessageKey) : (value as MessageParam)
}
