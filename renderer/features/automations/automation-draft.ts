import type { StepAction } from '@common/operations/actions'
import { isOfRecords, type Automation, type AutomationTrigger, type TriggerKind } from '@common/operations/automations'
import type { OperationArgs } from '@renderer/api'
import { emptyAction, missingIn, savedAction } from '@renderer/features/jobs'
import { readerZone } from '@renderer/i18n'

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
export function missingPart({
  title,
  trigger,
  steps,
}: AutomationDraft): 'title' | 'table' | 'filter' | 'schedule' | 'step' | undefined {
  if (title.trim() === '') return 'title'
  if (isOfRecords(trigger.kind) && trigger.table === '') return 'table'
  if (trigger.kind === 'matches' && (trigger.filter?.filters.length ?? 0) === 0) return 'filter'
  if (trigger.kind === 'schedule' && (trigger.pattern ?? '').trim() === '') return 'schedule'
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
    trigger: withKind(trigger, trigger.kind),
    steps: steps.map(savedAction),
    retries,
    active,
    ...(id !== undefined && { id }),
  }
}

/** Returns a trigger of another kind, with what both have. */
export function withKind(
  { table, columns, filter, pattern, timeZone }: AutomationTrigger,
  kind: TriggerKind,
): AutomationTrigger {
  if (kind === 'webhook') return { kind, table: '', columns: [] }
  if (kind === 'schedule')
    return { kind, table: '', columns: [], pattern: pattern ?? '0 6 * * *', timeZone: timeZone ?? readerZone() }
  return {
    kind,
    table,
    columns: kind === 'changed' ? columns : [],
    ...(kind === 'matches' && { filter, timeZone: timeZone ?? readerZone() }),
  }
}

/** Returns the placeholder of a field. */
export const placeholderOf = (title: string): string => `{{data.${title.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '_')}}}`
