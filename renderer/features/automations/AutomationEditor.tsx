import type { TableSummary } from '@common/model'
import { stepKinds, type StepAction } from '@common/operations/actions'
import { automationStepsMax, type Automation } from '@common/operations/automations'
import { client, messageOf, useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, ConfirmDialog, Menu, MenuItem, SaveBar, Switch, TextField } from '@renderer/ui'
import { useState } from 'react'
import {
  draftOf,
  emptyStep,
  firstDraft,
  isSameDraft,
  missingPart,
  savedDraft,
  type AutomationDraft,
} from './automation-draft'
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
  const [begun] = useState(firstDraft)
  const before = automation === undefined ? begun : draftOf(automation)
  const [edited, setEdited] = useState<AutomationDraft>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const draft = edited ?? before
  const { steps, trigger } = draft
  const table = useOperation(
    'tableRead',
    { table: trigger.table },
    { projectId, silent: true, enabled: trigger.table !== '' },
  )
  const columns = table.data?.columns ?? []
  const isChanged = automation === undefined || !isSameDraft(draft, before)
  const set = (part: Partial<AutomationDraft>): void => {
    setEdited({ ...draft, ...part })
    setProblem(undefined)
  }
  const setStep = (at: number, step: StepAction): void =>
    set({ steps: steps.map((each, other) => (other === at ? step : each)) })

  const work = async (call: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await call()
    } catch (error) {
      setProblem(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  const save = (): Promise<void> => {
    const missing = missingPart(draft)
    if (missing !== undefined) {
      setProblem(t(`automations.missing.${missing}`))
      return Promise.resolve()
    }
    return work(async () => {
      const args = savedDraft(draft, automation?.id, automation?.active ?? true)
      const saved = await client.call('automationSave', args, { projectId })
      setEdited(undefined)
      toast.success(t('jobs.saved', { title: saved.title }))
      onSaved(saved.id)
    })
  }
  const id = automation?.id ?? ''

  return (
    <section className={styles.editor} aria-label={automation?.title ?? t('automations.newTitle')}>
      <header className={styles.bar}>
        <h2>
          <bdi>{automation?.title ?? t('automations.newTitle')}</bdi>
        </h2>
        {automation !== undefined && (
          <>
            <Switch
              checked={automation.active}
              onChange={(active) => void work(() => client.call('automationActivate', { id, active }, { projectId }))}
            >
              {t(automation.active ? 'automations.on' : 'automations.off')}
            </Switch>
            <span className={styles.gap} />
            <Button icon="trash" kind="quiet" danger onClick={() => setDeleting(true)}>
              {t('jobs.delete')}
            </Button>
          </>
        )}
      </header>
      <div className={styles.form}>
        <TextField
          label={t('jobs.title')}
          value={draft.title}
          onChange={(title) => set({ title })}
          maxLength={100}
          autoComplete="off"
          autoFocus={automation === undefined}
        />
        <TriggerCard tables={tables} columns={columns} trigger={trigger} onChange={(next) => set({ trigger: next })} />
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
              {stepKinds.map((kind) => (
                <MenuItem key={kind} icon={stepIcons[kind]} onClick={() => set({ steps: [...steps, emptyStep(kind)] })}>
                  {t(`automations.steps.${kind}`)}
                </MenuItem>
              ))}
            </Menu>
          </div>
        )}
        <p className={styles.hint}>{t('automations.runsAs', { user: automation?.user ?? undefined })}</p>
      </div>
      {isChanged && (
        <SaveBar
          title={t(automation === undefined ? 'automations.unsavedNew' : 'jobs.unsaved')}
          words={[]}
          error={problem}
          discard={t('jobs.discard')}
          save={t(automation === undefined ? 'automations.create' : 'automations.save')}
          isSaving={isBusy}
          onDiscard={() => (automation === undefined ? onClose() : setEdited(undefined))}
          onSave={() => void save()}
        />
      )}
      <ConfirmDialog
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        title={t('automations.deleteTitle', { title: automation?.title ?? '' })}
        action={t('jobs.delete')}
        loading={isBusy}
        error={problem}
        onSubmit={() =>
          void work(async () => {
            await client.call('automationDelete', { id }, { projectId })
            setDeleting(false)
            onClose()
          })
        }
      >
        {t('automations.deleteText')}
      </ConfirmDialog>
    </section>
  )
}
