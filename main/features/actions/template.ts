import { AppError } from '@common/errors'
import type { JobAction, StepAction } from '@common/operations/actions'
import { fillVariables, jsonEscaped, type VariableValues } from '@common/variables'

type Fill = (text: string, escape?: (value: string) => string) => string

/** Fills the variables in the texts of an action. @throws AppError VARIABLES_UNKNOWN */
export function fillAction<A extends JobAction | StepAction>(action: A, values: VariableValues): A {
  const unknown = new Set<string>()
  const fill: Fill = (text, escape) => {
    const filled = fillVariables(text, values, escape)
    for (const name of filled.unknown) unknown.add(name)
    return filled.text
  }
  const filled = filledWith(action, fill) as A
  if (unknown.size > 0) throw new AppError('VARIABLES_UNKNOWN', { names: [...unknown].map((name) => `{{${name}}}`) })
  return filled
}

function filledWith(action: JobAction | StepAction, fill: Fill): JobAction | StepAction {
  switch (action.kind) {
    case 'http': {
      const isJson = /^\s*[[{]/.test(action.body)
      return {
        ...action,
        // A variable may be the whole address, or its beginning.
        url: fill(action.url, action.url.trimStart().startsWith('{{') ? undefined : encodeURIComponent),
        headers: action.headers.map((each) => ({ ...each, value: fill(each.value ?? '', oneLine) })),
        body: fill(action.body, isJson ? jsonEscaped : undefined),
      }
    }
    case 'email':
      return {
        ...action,
        to: action.to.map((each) => fill(each).trim()),
        subject: fill(action.subject, oneLine),
        text: fill(action.text),
      }
    case 'chat':
      return { ...action, text: fill(action.text) }
    case 'message':
      return { ...action, to: fill(action.to).trim(), text: fill(action.text) }
    case 'change':
      return { ...action, values: action.values.map((each) => ({ ...each, value: fill(each.value) })) }
    case 'import':
      return { ...action, url: fill(action.url) }
    // Values in a statement would be an injection.
    case 'sql':
    case 'script':
    case 'export':
    case 'snapshot':
      return action
  }
}

const oneLine = (value: string): string => value.replaceAll(/\s+/g, ' ')
