import type { TableSummary } from '@common/model'
import {
  actionMethods,
  exportFormats,
  jobActionKinds,
  snapshotsKeptMax,
  type ActionHeader,
  type HttpAction,
  type JobAction,
} from '@common/operations/actions'
import { useOperation } from '@renderer/api'
import { typedWords } from '@common/util/typed-list'
import { useTranslation } from '@renderer/i18n'
import { Button, Checkbox, Fields, IconButton, Select, TextArea, TextField } from '@renderer/ui'
import { useState } from 'react'
import { emptyAction } from './job-draft'
import styles from './jobs.module.css'
import { MessageFields } from './MessageFields'
import { ScriptField } from './ScriptField'
import { SqlFields } from './SqlFields'
import { LabelledPick } from './work'

type SnapshotAction = Extract<JobAction, { kind: 'snapshot' }>
type EmailAction = Extract<JobAction, { kind: 'email' }>

export interface ActionFieldsProps {
  readonly projectId: string
  readonly tables: readonly TableSummary[]
  readonly action: JobAction
  readonly onChange: (action: JobAction) => void
}

/** The action of a job: its kind, and the fields of that kind. */
export function ActionFields(props: ActionFieldsProps) {
  const { t } = useTranslation()
  const { action, onChange } = props
  return (
    <Fields>
      <Select
        label={t('jobs.actionKind')}
        value={action.kind}
        options={jobActionKinds.map((value) => ({ value, label: t(`jobs.actions.${value}`) }))}
        onChange={(kind) => kind !== action.kind && onChange(emptyAction(kind))}
      />
      <ActionKindFields {...props} />
    </Fields>
  )
}

/** The fields of one kind of action. */
export function ActionKindFields({ projectId, tables, action, onChange }: ActionFieldsProps) {
  const { t } = useTranslation()
  switch (action.kind) {
    case 'http':
      return <HttpFields action={action} onChange={onChange} />
    case 'sql':
      return <SqlFields action={action} onChange={onChange} />
    case 'script':
      return <ScriptField action={action} onChange={onChange} />
    case 'import':
      return (
        <>
          <TextField
            label={t('jobs.url')}
            type="url"
            value={action.url}
            onChange={(url) => onChange({ ...action, url })}
            placeholder={t('jobs.importExample')}
            hint={t('jobs.importHint')}
            maxLength={4_000}
          />
          <TableField
            tables={tables}
            table={action.table}
            onChange={(table) => onChange({ ...action, table, key: [] })}
          />
          {action.table !== '' && (
            <KeyField
              projectId={projectId}
              table={action.table}
              value={action.key}
              onChange={(key) => onChange({ ...action, key })}
            />
          )}
        </>
      )
    case 'export':
      return (
        <>
          <TableField tables={tables} table={action.table} onChange={(table) => onChange({ ...action, table })} />
          <Select
            label={t('jobs.format')}
            value={action.format}
            options={exportFormats.map((value) => ({ value, label: t(`jobs.formats.${value}`) }))}
            onChange={(format) => onChange({ ...action, format })}
          />
          <TextField
            label={t('jobs.folder')}
            value={action.folder}
            onChange={(folder) => onChange({ ...action, folder })}
            hint={t('jobs.folderHint')}
            maxLength={100}
          />
        </>
      )
    case 'chat':
      return (
        <>
          <TextField
            label={t('jobs.chatUrl')}
            type="url"
            value={action.url}
            onChange={(url) => onChange({ ...action, url })}
            hint={t('jobs.chatHint')}
            maxLength={4_000}
          />
          <TextArea
            label={t('jobs.text')}
            value={action.text}
            onChange={(text) => onChange({ ...action, text })}
            rows={3}
            maxLength={4_000}
          />
        </>
      )
    case 'message':
      return <MessageFields projectId={projectId} action={action} onChange={onChange} />
    case 'snapshot':
      return <SnapshotFields action={action} onChange={onChange} />
    case 'email':
      return <EmailFields action={action} onChange={onChange} />
  }
}

interface SnapshotFieldsProps {
  readonly action: SnapshotAction
  readonly onChange: (action: SnapshotAction) => void
}

function SnapshotFields({ action, onChange }: SnapshotFieldsProps) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('jobs.keep')}
      type="number"
      min={1}
      max={snapshotsKeptMax}
      value={String(action.keep)}
      onChange={(text) => onChange({ ...action, keep: keptCount(text) })}
      hint={t('jobs.keepHint')}
    />
  )
}

const keptCount = (text: string): number => Math.min(Math.max(Math.trunc(Number(text)) || 1, 1), snapshotsKeptMax)

interface EmailFieldsProps {
  readonly action: EmailAction
  readonly onChange: (action: EmailAction) => void
}

function EmailFields({ action, onChange }: EmailFieldsProps) {
  const { t } = useTranslation()
  /** A comma at the end names no address yet, so the text as typed says more than the addresses. */
  const [typed, setTyped] = useState('')
  const addresses = action.to.join(', ')
  return (
    <>
      <TextField
        label={t('jobs.to')}
        value={typedWords(typed).join(', ') === addresses ? typed : addresses}
        onChange={(text) => {
          setTyped(text)
          onChange({ ...action, to: typedWords(text) })
        }}
        hint={t('jobs.toHint')}
        dir="ltr"
      />
      <TextField
        label={t('jobs.subject')}
        value={action.subject}
        onChange={(subject) => onChange({ ...action, subject })}
        maxLength={500}
      />
      <TextArea
        label={t('jobs.text')}
        value={action.text}
        onChange={(text) => onChange({ ...action, text })}
        rows={6}
        maxLength={20_000}
      />
    </>
  )
}

interface TableFieldProps {
  readonly tables: readonly TableSummary[]
  readonly table: string
  readonly onChange: (table: string) => void
}

function TableField({ tables, table, onChange }: TableFieldProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('jobs.table')}
      value={table === '' ? null : table}
      searchable
      isUntranslated
      placeholder={t('jobs.tableChoose')}
      options={tables.map(({ name, title }) => ({ value: name, label: title }))}
      onChange={onChange}
    />
  )
}

interface KeyFieldProps {
  readonly projectId: string
  readonly table: string
  readonly value: readonly string[]
  readonly onChange: (key: string[]) => void
}

/** Columns by which an import finds the rows to update. */
function KeyField({ projectId, table, value, onChange }: KeyFieldProps) {
  const { t } = useTranslation()
  const { data } = useOperation('tableRead', { table }, { projectId, silent: true })
  return (
    <LabelledPick
      aria-label={t('jobs.key')}
      values={value}
      options={(data?.columns ?? []).map(({ name, title }) => ({ value: name, label: title }))}
      onChange={onChange}
      emptyText={t('jobs.keyNone')}
      hint={t('jobs.keyHint')}
    />
  )
}

interface HttpFieldsProps {
  readonly action: HttpAction
  readonly onChange: (action: HttpAction) => void
}

function HttpFields({ action, onChange }: HttpFieldsProps) {
  const { t } = useTranslation()
  const { method, url, headers, body } = action
  const setHeader = (at: number, part: Partial<ActionHeader>): void =>
    onChange({ ...action, headers: headers.map((each, other) => (other === at ? { ...each, ...part } : each)) })
  return (
    <>
      <div className={styles.request}>
        <Select
          label={t('jobs.method')}
          value={method}
          isUntranslated
          options={actionMethods.map((value) => ({ value, label: value }))}
          onChange={(next) => onChange({ ...action, method: next })}
        />
        <TextField
          label={t('jobs.url')}
          type="url"
          value={url}
          onChange={(text) => onChange({ ...action, url: text })}
          placeholder={t('jobs.urlExample')}
          maxLength={4_000}
        />
      </div>
      <fieldset className={styles.headers}>
        <legend>{t('jobs.headers')}</legend>
        {headers.map((header, at) => (
          // Rows have no identity of their own: their order is what the user sees.
          // oxlint-disable-next-line no-array-index-key
          <div key={at} className={styles.header}>
            <TextField
              aria-label={t('jobs.headerName', { number: at + 1 })}
              placeholder={t('jobs.headerNameShort')}
              value={header.name}
              onChange={(name) => setHeader(at, { name })}
              dir="ltr"
              maxLength={200}
            />
            <TextField
              aria-label={t('jobs.headerValue', { number: at + 1 })}
              placeholder={t(header.value === null ? 'jobs.headerStored' : 'jobs.headerValueShort')}
              type={header.secret ? 'password' : 'text'}
              autoComplete="off"
              value={header.value ?? ''}
              onChange={(value) => setHeader(at, { value })}
              dir="ltr"
              maxLength={8_000}
            />
            <Checkbox
              checked={header.secret}
              onChange={(secret) => setHeader(at, { secret, value: header.value ?? '' })}
            >
              {t('jobs.secret')}
            </Checkbox>
            <IconButton
              icon="close"
              label={t('jobs.headerRemove', { number: at + 1 })}
              onClick={() => onChange({ ...action, headers: headers.filter((_, other) => other !== at) })}
            />
          </div>
        ))}
        <div>
          <Button
            icon="plus"
            onClick={() => onChange({ ...action, headers: [...headers, { name: '', value: '', secret: false }] })}
          >
            {t('jobs.headerAdd')}
          </Button>
        </div>
      </fieldset>
      <TextField
        label={t('jobs.signingKey')}
        type="password"
        autoComplete="off"
        placeholder={action.signingKey === null ? t('jobs.headerStored') : ''}
        value={action.signingKey ?? ''}
        onChange={(signingKey) => onChange({ ...action, signingKey })}
        hint={t('jobs.signingHint')}
        maxLength={500}
      />
      {method !== 'GET' && (
        <TextArea
          label={t('jobs.body')}
          value={body}
          onChange={(text) => onChange({ ...action, body: text })}
          rows={6}
          mono
          maxLength={30_000}
          hint={t('jobs.bodyHint')}
        />
      )}
    </>
  )
}
