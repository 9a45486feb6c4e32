import type { TableSummary } from '@common/model'
import { stepKinds, type StepAction } from '@common/operations/actions'
import { automationStepsMax, isOfRecords, type Automation } from '@common/operations/automations'
import { client, useOperation } from '@renderer/api'
import { Hint, useWorkForm, WorkEditor } from '@renderer/features/jobs'
import { useTranslation } from '@renderer/i18n'
import { Button, Menu, MenuItem } from '@renderer/ui'
import { draftOf, emptyStep, firstDraft, missingPart, savedDraft } from './automation-draft'
import styles from './automations.module.css'
import { StepCard, stepIcons } from './StepCard'
import { TriggerCard } from './TriggerCard'

export interface AutomationEditorProps {
  readonly projectId: string
  readonly tables: readonly TableSummary[]
  /** Undefined for a new one. */
  readonly automation: Automation | undefined
  readonly onSaved: (id: string) => void
  readonly onClose: () => void
}

/** The form of an automation: its trigger, then its steps in order. */
export function AutomationEditor({ projectId, tables, automation, onSaved, onClose }: AutomationEditorProps) {
  const { t } = useTranslation()
  const form = useWorkForm(automation && draftOf(automation), firstDraft)
  const { draft, set } = form
  const { steps, trigger } = draft
  const table = useOperation(
    'tableRead',
    { table: trigger.table },
    { projectId, silent: true, enabled: trigger.table !== '' && isOfRecords(trigger.kind) },
  )
  const hasRecord = isOfRecords(trigger.kind)
  const columns = hasRecord ? (table.data?.columns ?? []) : []
  const setStep = (at: number, step: StepAction): void =>
    set({ steps: steps.map((each, other) => (other === at ? step : each)) })
  const id = automation?.id ?? ''
  const missing = missingPart(draft)

  return (
    <WorkEditor
      stored={automation}
      form={form}
      words={{
        newTitle: t('automations.newTitle'),
        active: t(automation?.active === true ? 'automations.on' : 'automations.off'),
        unsaved: t(automation === undefined ? 'automations.unsavedNew' : 'jobs.unsaved'),
        save: t(automation === undefined ? 'automations.create' : 'automations.save'),
        deleteTitle: t('automations.deleteTitle', { title: automation?.title ?? '' }),
        deleteText: t('automations.deleteText'),
      }}
      missing={missing && t(`automations.missing.${missing}`)}
      isCards
      activate={(active) => client.call('automationActivate', { id, active }, { projectId })}
      save={() =>
        client.call('automationSave', savedDraft(draft, automation?.id, automation?.active ?? true), { projectId })
      }
      remove={() => client.call('automationDelete', { id }, { projectId })}
      onSaved={onSaved}
      onClose={onClose}
    >
      <TriggerCard
        projectId={projectId}
        tables={tables}
        table={table.data ?? undefined}
        automation={automation}
        trigger={trigger}
        onChange={(next) => set({ trigger: next })}
      />
      {steps.map((step, at) => (
        <StepCard
          // Steps have no identity of their own: their order is what the user sees.
          // oxlint-disable-next-line no-array-index-key
          key={at}
          projectId={projectId}
          tables={tables}
          columns={columns}
          step={step}
          number={at + 1}
          onChange={(next) => setStep(at, next)}
          onRemove={steps.length === 1 ? undefined : () => set({ steps: steps.filter((_, other) => other !== at) })}
        />
      ))}
      {steps.length < automationStepsMax && (
        <div className={styles.add}>
          <Menu target={<Button icon="plus">{t('automations.addStep')}</Button>}>
            {stepKinds
              .filter((kind) => hasRecord || kind !== 'change')
              .map((kind) => (
                <MenuItem key={kind} icon={stepIcons[kind]} onClick={() => set({ steps: [...steps, emptyStep(kind)] })}>
                  {t(`automations.steps.${kind}`)}
                </MenuItem>
              ))}
          </Menu>
        </div>
      )}
      <Hint>{t('automations.runsAs', { user: automation?.user ?? undefined })}</Hint>
    </WorkEditor>
  )
}
