import type { TableSummary } from '@common/model'
import { catchUps, jobRetriesMax, type Job } from '@common/operations/jobs'
import { client } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { FieldPair, Section, Select } from '@renderer/ui'
import { ActionFields } from './ActionFields'
import { draftOf, firstDraft, missingField, savedDraft } from './job-draft'
import { ScheduleFields } from './ScheduleFields'
import { Hint, useWorkForm, WorkEditor } from './work'

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
  const form = useWorkForm(job && draftOf(job), firstDraft)
  const { draft, set } = form
  const id = job?.id ?? ''
  const missing = missingField(draft)
  return (
    <WorkEditor
      stored={job}
      form={form}
      words={{
        newTitle: t('jobs.newTitle'),
        active: t(job?.active === true ? 'jobs.on' : 'jobs.off'),
        unsaved: t(job === undefined ? 'jobs.unsavedNew' : 'jobs.unsaved'),
        save: t(job === undefined ? 'jobs.create' : 'jobs.save'),
        deleteTitle: t('jobs.deleteTitle', { title: job?.title ?? '' }),
        deleteText: t('jobs.deleteText'),
      }}
      missing={missing && t(`jobs.missing.${missing}`)}
      activate={(active) => client.call('jobActivate', { id, active }, { projectId })}
      save={() => client.call('jobSave', savedDraft(draft, job?.id, job?.active ?? true), { projectId })}
      remove={() => client.call('jobDelete', { id }, { projectId })}
      onSaved={onSaved}
      onClose={onClose}
    >
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
        <Hint>{t('jobs.runsAs', { user: job?.user ?? undefined })}</Hint>
      </Section>
    </WorkEditor>
  )
}
