import { typeFor } from '@common/columns/new-types'
import { isLinkType } from '@common/columns/questions'
import type { UiType } from '@common/columns/ui-types'
import { defaultDbAlias } from '@common/constants'
import type { Table } from '@common/model'
import { linkKinds, type VirtualColumn } from '@common/model/relations'
import { linkTitle } from '@common/views/link-title'
import { nameKey } from '@common/wire/names'
import { client, useFailure } from '@renderer/api'
import { tabs } from '@renderer/features/tabs'
import { recorded } from '@renderer/features/undo'
import { sentence, useTranslation } from '@renderer/i18n'
import { Button, ErrorBanner, Segments, Select, Switch, TextField } from '@renderer/ui'
import { useState } from 'react'
import { ColumnFrame } from './ColumnFrame'
import { deleteActions, newLinkDraft, suggestedTitle, updateActions, withKind, type LinkDraft } from './link-draft'
import { columnWords } from './schema-steps'
import styles from './tables.module.css'
import linkStyles from './links.module.css'
import { TypePicker } from './TypePicker'
import { useTable, useTables } from './use-tables'

type LinkColumn = Extract<VirtualColumn, { kind: 'link' }>

export interface LinkColumnPopoverProps {
  readonly projectId: string
  readonly table: Table
  /** The link that gets another name; undefined for a new one. */
  readonly column: LinkColumn | undefined
  /** Title of a new link, possibly entered before its type was chosen. */
  readonly title: string
  readonly at: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly onClose: () => void
  /** Another type was chosen. */
  readonly onOther: (title: string, uiType: UiType) => void
  /** Called with the name or id of the new column before the table reloads. */
  readonly onSave?: ((name: string) => void) | undefined
}

/** Creates a link to another table, or renames a link (448 px wide). */
export function LinkColumnPopover(props: LinkColumnPopoverProps) {
  const { projectId, table, column, at, onClose, onOther, onSave } = props
  const { t } = useTranslation()
  const shownTitle = column && linkTitle(column, table)
  const [draft, setDraft] = useState<LinkDraft>(() => newLinkDraft(shownTitle ?? props.title))
  const [named, setNamed] = useState(draft.title !== '')
  const [tried, setTried] = useState(false)
  const [saving, setSaving] = useState(false)
  const [error, setError] = useFailure()
  const tables = (useTables(projectId).value ?? []).filter(({ type }) => type === 'table')
  const change = (part: Partial<LinkDraft>): void => setDraft({ ...draft, ...part })
  const problem = problemOf(table, column, draft)
  const title = column ? t('tables.column.editTitle') : t('tables.column.addTitle')

  const choose = (name: string): void => {
    const chosen = tables.find((one) => one.name === name)
    change({ relatedTable: name, ...(named ? {} : { title: suggestedTitle(table, chosen) }) })
  }
  const save = (): void => {
    setTried(true)
    if (problem !== undefined || saving) return
    setSaving(true)
    // Sends the wire's default name unless the user has changed it.
    const isUnchanged = column !== undefined && draft.title.trim() === shownTitle
    const saved: Promise<unknown> = isUnchanged
      ? Promise.resolve()
      : column
        ? renameLink(projectId, table, column, shownTitle ?? column.title, draft.title.trim())
        : makeLink(projectId, table, draft).then((name) => onSave?.(name))
    saved.then(onClose, (reason: unknown) => {
      setError(reason)
      setSaving(false)
    })
  }
  return (
    <ColumnFrame
      title={title}
      at={at}
      isUntouched={draft.relatedTable === '' && draft.title === (shownTitle ?? props.title) && !tried}
      onClose={onClose}
      onSave={save}
      foot={
        <>
          <Button size="sm" onClick={onClose} disabled={saving}>
            {t('tables.column.cancel')}
          </Button>
          <Button size="sm" kind="main" type="submit" loading={saving}>
            {column ? t('tables.column.save') : t('tables.column.add')}
          </Button>
        </>
      }
    >
      <div className={styles.pair}>
        <TextField
          label={t('tables.column.name')}
          value={draft.title}
          onChange={(value) => {
            setNamed(value !== '')
            change({ title: value })
          }}
          error={tried && problem?.field === 'title' ? t(problem.key, { name: draft.title.trim() }) : undefined}
          data-autofocus
          autoFocus
        />
        <TypePicker
          label={t('tables.column.type')}
          value={typeFor.link}
          isFixed={column !== undefined}
          computed="too"
          onChange={(uiType) => {
            if (!isLinkType({ uiType })) onOther(named ? draft.title : '', uiType)
          }}
        />
      </div>
      {column ? (
        <>
          <p className={linkStyles.sentence}>
            {t(`tables.link.is.${column.link.kind}`, namesOf(table, column.relatedTitle))}
          </p>
          {column.link.through && <OpenPairs projectId={projectId} name={column.link.through.table} />}
        </>
      ) : (
        <NewLinkFields
          table={table}
          tables={tables}
          draft={draft}
          tableError={tried && problem?.field === 'table' ? t(problem.key) : undefined}
          onTable={choose}
          onChange={setDraft}
        />
      )}
      {error !== undefined && <ErrorBanner title={error} />}
    </ColumnFrame>
  )
}

interface NewLinkFieldsProps {
  readonly table: Table
  /** Tables that the link can lead to. */
  readonly tables: readonly { readonly name: string; readonly title: string }[]
  readonly draft: LinkDraft
  readonly tableError: string | undefined
  readonly onTable: (name: string) => void
  readonly onChange: (draft: LinkDraft) => void
}

/** The other table of a new link, its kind, and how the database stores it. */
function NewLinkFields({ table, tables, draft, tableError, onTable, onChange }: NewLinkFieldsProps) {
  const { t } = useTranslation()
  const related = tables.find(({ name }) => name === draft.relatedTable)
  return (
    <>
      <Select
        label={t('tables.link.table')}
        value={draft.relatedTable === '' ? null : draft.relatedTable}
        options={tables.map(({ name, title: label }) => ({ value: name, label }))}
        searchable={tables.length > 10}
        placeholder={t('tables.link.choose')}
        error={tableError}
        onChange={onTable}
      />
      <Segments
        label={t('tables.link.kind')}
        value={draft.kind}
        options={linkKinds.map((kind) => ({ value: kind, label: t(`tables.link.kinds.${kind}`) }))}
        onChange={(kind) => onChange(withKind(draft, kind))}
      />
      <p className={linkStyles.sentence}>
        {related && t(`tables.link.means.${draft.kind}`, namesOf(table, related.title))}
      </p>
      {draft.real && (
        <Select
          label={t(`tables.link.onDelete.${draft.kind}`)}
          value={draft.onDelete}
          options={deleteActions(draft.kind).map((value) => ({
            value,
            label: t(`tables.link.deletes.${value}`),
          }))}
          onChange={(onDelete) => onChange({ ...draft, onDelete })}
        />
      )}
      <details className={linkStyles.engine}>
        <summary>{t('tables.link.engine')}</summary>
        <Switch checked={draft.real} onChange={(real) => onChange({ ...draft, real })}>
          {t('tables.link.real')}
        </Switch>
        <p className={linkStyles.sentence}>{t(draft.real ? 'tables.link.realHint' : 'tables.link.virtualHint')}</p>
        {draft.real && (
          <Select
            label={t('tables.link.onUpdate')}
            value={draft.onUpdate}
            options={updateActions(draft.kind).map((value) => ({
              value,
              label: t(`tables.link.updates.${value}`),
            }))}
            onChange={(onUpdate) => onChange({ ...draft, onUpdate })}
          />
        )}
      </details>
    </>
  )
}

/** A link to the junction table of a many-to-many relation, which no list shows. */
function OpenPairs({ projectId, name }: { readonly projectId: string; readonly name: string }) {
  const { t } = useTranslation()
  const { value: pairs } = useTable(projectId, name)
  if (!pairs) return null
  const { type, title } = pairs
  return (
    <div>
      <Button size="sm" icon="table" onClick={() => tabs.open({ type, name, title, dbAlias: defaultDbAlias })}>
        {t('tables.link.openPairs', { table: title })}
      </Button>
    </div>
  )
}

const namesOf = (table: Table, related: string): { readonly table: string; readonly related: string } => ({
  table: table.title,
  related,
})

function renameLink(projectId: string, table: Table, column: LinkColumn, shown: string, title: string) {
  return recorded(projectId, columnWords('renamedColumn', shown, title, table), (options) =>
    client.call('virtualColumnRename', { table: table.name, column: column.id, title }, { ...options, projectId }),
  )
}

/** @returns name of the column, or id of the link, as the grid uses it */
async function makeLink(projectId: string, table: Table, draft: LinkDraft): Promise<string> {
  const { relatedTable, kind, onDelete, onUpdate, real, title } = draft
  const made = await recorded(
    projectId,
    (link: { readonly title: string }) => {
      const named = { column: link.title, table: table.title }
      return { label: sentence('undo.addedLink', named), undone: sentence('undo.deletedLink', named) }
    },
    (options) =>
      client.call(
        'linkCreate',
        { table: table.name, relatedTable, kind, real, onDelete, onUpdate, title: title.trim() },
        { ...options, projectId },
      ),
  )
  return made.column ?? made.id
}

interface LinkProblem {
  readonly field: 'title' | 'table'
  readonly key: 'tables.column.nameMissing' | 'tables.column.nameTwice' | 'tables.link.tableMissing'
}

function problemOf(table: Table, column: LinkColumn | undefined, draft: LinkDraft): LinkProblem | undefined {
  if (column === undefined && draft.relatedTable === '') return { field: 'table', key: 'tables.link.tableMissing' }
  const key = nameKey(draft.title.trim())
  if (key === '') return { field: 'title', key: 'tables.column.nameMissing' }
  const others = [...table.columns, ...table.virtualColumns.filter(({ id }) => id !== column?.id)]
  return others.some(({ title }) => nameKey(title) === key)
    ? { field: 'title', key: 'tables.column.nameTwice' }
    : undefined
}
