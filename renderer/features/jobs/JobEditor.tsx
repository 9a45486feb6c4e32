import type { TableSummary } from '@common/model'
import { catchUps, jobRetriesMax, type Job } from '@common/operations/jobs'
import { client, messageOf } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, ConfirmDialog, FieldPair, Fields, SaveBar, Section, Select, Switch, TextField } from '@renderer/ui'
import { useState } from 'react'
import { ActionFields } from './ActionFields'
import { draftOf, firstDraft, isSameDraft, missingField, savedDraft, type JobDraft } from './job-draft'
import styles from './jobs.module.css'
import { ScheduleFields } from './ScheduleFields'

export interface JobEditorProps {
  readonly projectId: string
  readonly tables: readonly TableSummary[]
  /** Undefined for a new one. */
  readonly job: Job | undefined
  readonly onSaved: (id: string) => void
  readonly onClose: () => void
}

/** The form of a job. */
export function JobEditor({ projectId, tables, job, onSaved, onClose }: JobEditorProps) {
  const { t } = useTranslation()
  const [begun] = useState(firstDraft)
  const before = job === undefined ? begun : draftOf(job)
  const [edited, setEdited] = useState<JobDraft>()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const draft = edited ?? before
  const isChanged = job === undefined || !isSameDraft(draft, before)
  const set = (part: Partial<JobDraft>): void => {
    setEdited({ ...draft, ...part })
    setProblem(undefined)
  }

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
    const missing = missingField(draft)
    if (missing !== undefined) {
      setProblem(t(`jobs.missing.${missing}`))
      return Promise.resolve()
    }
    return work(async () => {
      const saved = await client.call('jobSave', savedDraft(draft, job?.id, job?.active ?? true), { projectId })
      setEdited(undefined)
      toast.success(t('jobs.saved', { title: saved.title }))
      onSaved(saved.id)
    })
  }
  const activate = (active: boolean): Promise<void> =>
    work(() => client.call('jobActivate', { id: job?.id ?? '', active }, { projectId }))
  const remove = (): Promise<void> =>
    work(async () => {
      await client.call('jobDelete', { id: job?.id ?? '' }, { projectId })
      setDeleting(false)
      onClose()
    })

  return (
    <section className={styles.editor} aria-label={job?.title ?? t('jobs.newTitle')}>
      <header className={styles.bar}>
        <h2>
          <bdi>{job?.title ?? t('jobs.newTitle')}</bdi>
        </h2>
        {job !== undefined && (
          <>
            <Switch checked={job.active} onChange={(active) => void activate(active)}>
              {t(job.active ? 'jobs.on' : 'jobs.off')}
            </Switch>
            <span className={styles.gap} />
            <Button icon="trash" kind="quiet" danger onClick={() => setDeleting(true)}>
              {t('jobs.delete')}
            </Button>
          </>
        )}
      </header>
      <div className={styles.form}>
        <Fields>
          <TextField
            label={t('jobs.title')}
            value={draft.title}
            onChange={(title) => set({ title })}
            maxLength={100}
            autoComplete="off"
            autoFocus={job === undefined}
          />
        </Fields>
        <Section title={t('jobs.schedule')}>
          <ScheduleFields
            projectId={projectId}
            pattern={draft.pattern}
            timeZone={draft.timeZone}
            onChange={(schedule) => set(schedule)}
          />
        </Section>
        <Section title={t('jobs.action')}>
          <ActionFields
            projectId={projectId}
            tables={tables}
            action={draft.action}
            onChange={(action) => set({ action })}
          />
        </Section>
        <Section title={t('jobs.rules')}>
          <FieldPair>
            <Select
              label={t('jobs.retries')}
              value={String(draft.retries)}
              options={Array.from({ length: jobRetriesMax + 1 }, (_, count) => ({
                value: String(count),
                label: t('jobs.retriesCount', { count }),
              }))}
              onChange={(count) => set({ retries: Number(count) })}
            />
            <Select
              label={t('jobs.catchUp')}
              value={draft.catchUp}
              options={catchUps.map((value) => ({ value, label: t(`jobs.catchUps.${value}`) }))}
              onChange={(catchUp) => set({ catchUp })}
            />
          </FieldPair>
          <p className={styles.hint}>{t('jobs.runsAs', { user: job?.user ?? undefined })}</p>
        </Section>
      </div>
      {isChanged && (
        <SaveBar
          title={t(job === undefined ? 'jobs.unsavedNew' : 'jobs.unsaved')}
          words={[]}
          error={problem}
          discard={t('jobs.discard')}
          save={t(job === undefined ? 'jobs.create' : 'jobs.save')}
          isSaving={isBusy}
          onDiscard={() => (job === undefined ? onClose() : setEdited(undefined))}
          onSave={() => void save()}
        />
      )}
      <ConfirmDialog
        opened={isDeleting}
        onClose={() => setDeleting(false)}
        title={t('jobs.deleteTitle', { title: job?.title ?? '' })}
        action={t('jobs.delete')}
        loading={isBusy}
        error={problem}
        onSubmit={() => void remove()}
      >
        {t('jobs.deleteText')}
      </ConfirmDialog>
    </section>
  )
}
