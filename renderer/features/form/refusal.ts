import { problemCodes, type Problem } from '@common/columns/column-type'
import type { Form, FormField } from '@common/views/form-fields'
import { isApiError, sentenceOf } from '@renderer/api'
import type { Sentence } from '@renderer/i18n'
import { problemOf, type Problems } from './answers'

/** The server's rejection of a submitted form. */
export interface Refusal {
  readonly problems: Problems
  /** A message above the button, for problems that belong to no visible field. */
  readonly sentence?: Sentence
}

/** Assigns the server's problems to their fields. */
export function refusalOf(form: Form, error: unknown, shown: ReadonlySet<string>): Refusal {
  const details = isApiError(error) ? error.details : {}
  const problems = new Map<string, Sentence>()
  const put = (field: FormField | undefined, sentence: Sentence): boolean => {
    if (field === undefined || !shown.has(field.id)) return false
    problems.set(field.id, sentence)
    return true
  }
  const titled = (title: unknown): FormField | undefined =>
    form.fields.find((field) => field.column.title === title || field.label === title)
  const { fields, columns, column } = details
  let areAllPlaced = true
  if (Array.isArray(fields))
    for (const one of fields as readonly Readonly<Record<string, unknown>>[]) {
      const field = form.fields.find(({ id }) => id === one['field']) ?? titled(one['column'])
      const problem = problemIn(one)
      const isPlaced = field !== undefined && problem !== undefined && put(field, problemOf(field, problem))
      areAllPlaced &&= isPlaced
    }
  else {
    const titles = Array.isArray(columns) ? columns : [column]
    areAllPlaced = titles.map((title) => put(titled(title), sentenceOf(error))).includes(true)
  }
  return { problems, ...(areAllPlaced && problems.size > 0 ? {} : { sentence: sentenceOf(error) }) }
}

function problemIn({ problem, params }: Readonly<Record<string, unknown>>): Problem | undefined {
  const code = problemCodes.find((known) => known === problem)
  if (code === undefined) return undefined
  const isObject = typeof params === 'object' && params !== null
  return { problem: code, ...(isObject && { params: params as Record<string, string | number> }) }
}
