import { AppError } from '@common/errors'
import { message } from '@common/messages'
import type { ChangeAction, StepAction } from '@common/operations/actions'
import type { VariableValues } from '@common/variables'
import { fillAction, type Actions, type CallOperation } from '@main/features/actions'
import type { Trail } from '@main/lib/automation-trail'
import type { ProjectContext } from '@main/operations/context'
import { bodyValue, variablesOf, type RunInput } from './input'
import type { StoredResult } from './types'

export type StepOutcome = Pick<StoredResult, 'message' | 'output'>

/** Performs a step of an automation. @param isTest  sends no mail and no chat message, and changes nothing */
export type PerformStep = (
  action: StepAction,
  run: { readonly input: RunInput; readonly title: string; readonly context: ProjectContext; readonly trail: Trail },
  isTest?: boolean,
) => Promise<StepOutcome & { readonly isSent: boolean }>

export function createSteps(options: {
  readonly actions: Actions
  readonly call: CallOperation
  readonly variables: (projectId: string) => Promise<VariableValues>
  readonly now: () => Date
}): PerformStep {
  const { actions, call, variables, now } = options

  const change = async (
    { values }: ChangeAction,
    { table, rowId }: RunInput,
    context: ProjectContext,
  ): Promise<StepOutcome> => {
    if (rowId === null) throw new AppError(table === '' ? 'AUTOMATION_WITHOUT_RECORD' : 'TABLE_WITHOUT_KEY')
    const row = Object.fromEntries(values.map(({ column, value }) => [column, value]))
    const id = context.requestId.slice(0, 60)
    const changes = [{ kind: 'update' as const, table, rowId, values: row }]
    await call('rowsApply', { id, changes, anyway: true }, context)
    return { message: message('jobOutcomes.changed', { count: values.length }), output: '' }
  }

  return async (action, { input, title, context, trail }, isTest = false) => {
    const own = variablesOf(input, now())
    const values = new Map([...(await variables(context.projectId)), ...own])
    const filled = fillAction(action, values)
    const isQuiet = isTest && !isHarmless(filled)
    if (isQuiet) return { message: message('jobOutcomes.notSent'), output: previewOf(filled), isSent: false }
    if (filled.kind === 'change') return { ...(await change(filled, input, context)), isSent: true }
    const { summary, output } = await actions(filled, {
      context,
      title,
      input: scriptInput(input),
      variables: values,
      isTest,
      trail,
    })
    return { message: summary, output, isSent: true }
  }
}

/** True for steps that a test performs: they change nothing here. */
const isHarmless = (action: StepAction): boolean =>
  action.kind === 'http' || action.kind === 'script' || (action.kind === 'sql' && !action.write)

/** Returns what a script reads as `input`. The values of a JSON body are in `request.data`. */
const scriptInput = ({ request, ...input }: RunInput): unknown =>
  request === undefined
    ? input
    : { ...input, request: { ...request, data: bodyValue(request.contentType, request.body) ?? null } }

/** Shows what a test leaves out. */
function previewOf(action: StepAction): string {
  if (action.kind === 'email') return `${action.to.join(', ')}\n${action.subject}\n\n${action.text}`
  if (action.kind === 'sql') return action.sql
  if (action.kind === 'chat' || action.kind === 'message') return action.text
  return action.kind === 'change' ? action.values.map(({ column, value }) => `${column}: ${value}`).join('\n') : ''
}
