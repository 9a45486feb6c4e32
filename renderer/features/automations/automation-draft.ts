import type { StepAction } from '@common/operations/actions'
import type { Automation, AutomationTrigger } from '@common/operations/automations'
import type { OperationArgs } from '@renderer/api'
import { emptyAction, missingIn, savedAction } from '@renderer/features/jobs'

/** Facts that the form of an automation edits. */
export interface AutomationDraft extends Pick<Automation, 'title' | 'trigger' | 'retries'> {
  readonly steps: readonly StepAction[]
}

export const firstDraft = (): AutomationDraft => ({
  title: '',
  trigger: { kind: 'created', table: '', columns: [] },
  steps: [emptyStep('http')],
  retries: 2,
})

export const draftOf = ({ title, trigger, steps, retries }: Automation): AutomationDraft => ({
  title,
  trigger,
  steps,
  retries,
})

export function emptyStep(kind: StepAction['kind']): StepAction {
  if (kind === 'change') return { kind, values: [{ column: '', value: '' }] }
  return emptyAction(kind)
}

/** Returns the first gap of a draft; undefined if it is complete. */
export function missingPart({ title, trigger, steps }: AutomationDraft): 'title' | 'table' | 'step' | undefined {
  if (title.trim() === '') return 'title'
  if (trigger.table === '') return 'table'
  return steps.some((step) => !isComplete(step)) ? 'step' : undefined
}

const isComplete = (step: StepAction): boolean =>
  step.kind === 'change' ? step.values.every(({ column }) => column !== '') : missingIn(step) === undefined

export function savedDraft(
  { title, trigger, steps, retries }: AutomationDraft,
  id: string | undefined,
  active: boolean,
): OperationArgs<'automationSave'> {
  return {
    title: title.trim(),
    trigger: watched(trigger),
    steps: steps.map(savedAction),
    retries,
    active,
    ...(id !== undefined && { id }),
  }
}

const watched = (trigger: AutomationTrigger): AutomationTrigger =>
  trigger.kind === 'changed' ? trigger : { ...trigger, columns: [] }

/** Returns the placeholder of a field. */
export const placeholderOf = (title: string): string => `{{data.${title.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '_')}}}`
