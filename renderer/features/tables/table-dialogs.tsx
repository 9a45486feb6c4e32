import { typeFor } from '@common/columns/new-types'
import { trashDaysMax } from '@common/constants'
import type { UiType } from '@common/columns/ui-types'
import type { TableSummary } from '@common/model'
import { columnInput } from '@common/model/column-definition'
import { client, useFailure } from '@renderer/api'
import { recorded } from '@renderer/features/undo'
import { localeTag, sentence, useTranslation } from '@renderer/i18n'
import { Button, Checkbox, Dialog, IconButton, TextField } from '@renderer/ui'
import { useState } from 'react'
import { definitionOfDraft, newColumnDraft } from './column-draft'
import { addedTableWords, deleteForGood, dropped, recordDropped, type Drop } from './schema-steps'
import { TypePicker } from './TypePicker'
import styles from './tables.module.css'

interface DraftLine {
  readonly id: number
  readonly title: string
  readonly uiType: UiType
}

export interface CreateTableDialogProps {
  readonly projectId: string
  readonly onCreated: (name: string) => void
  readonly onClose: () => void
}

/** Asks for a name and the first columns; adds the key automatically. */
export function CreateTableDialog({ projectId, onCreated, onClose }: CreateTableDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [lines, setLines] = useState<readonly DraftLine[]>([
    { id: 0, title: t('tables.create.firstColumn'), uiType: typeFor.text },
  ])
  const [nextId, setNextId] = useState(1)
  const [tried, setTried] = useState(false)
  const [working, setWorking] = useState(false)
  const [error, setError] = useFailure()
  const replace = (id: number, part: Partial<DraftLine>): void =>
    setLines(lines.map((line) => (line.id === id ? { ...line, ...part } : line)))
  const problem = problemOfTable(name, lines)
  const create = (): void => {
    setTried(true)
    if (problem !== undefined) return
    setWorking(true)
    setError(undefined)
    const title = name.trim()
    createTable(projectId, title, lines).then(
      () => onCreated(title),
      (reason: unknown) => {
        setError(reason)
        setWorking(false)
      },
    )
  }
  return (
    <Dialog
      opened
      title={t('tables.create.title')}
      action={t('tables.create.action')}
      loading={working}
      error={error}
      onSubmit={create}
      onClose={onClose}
    >
      <div className={styles.create}>
        <TextField
          label={t('tables.create.name')}
          placeholder={t('tables.create.namePlaceholder')}
          value={name}
          onChange={setName}
          error={tried && problem?.field === 'name' ? t('tables.create.nameMissing') : undefined}
          data-autofocus
        />
        <fieldset className={styles.columns}>
          <legend>{t('tables.create.columns')}</legend>
          {lines.map((line, at) => (
            <div key={line.id} className={styles.columnRow}>
              <TextField
                aria-label={t('tables.create.columnName', { number: at + 1 })}
                value={line.title}
                onChange={(title) => replace(line.id, { title })}
                error={tried && problem?.line === line.id ? t(problem.key) : undefined}
                autoFocus={line.id > 0}
              />
              <TypePicker
                hiddenLabel={t('tables.create.columnType', { number: at + 1 })}
                value={line.uiType}
                onChange={(uiType) => replace(line.id, { uiType })}
              />
              <IconButton
                icon="close"
                size="md"
                label={t('tables.create.removeColumn', { number: at + 1 })}
                onClick={() => setLines(lines.filter(({ id }) => id !== line.id))}
              />
            </div>
          ))}
          <Button
            kind="quiet"
            icon="plus"
            className={styles.addOption}
            onClick={() => {
              setLines([...lines, { id: nextId, title: '', uiType: typeFor.text }])
              setNextId(nextId + 1)
            }}
          >
            {t('tables.create.addColumn')}
          </Button>
          <p className={styles.hint}>{t('tables.create.columnsHint')}</p>
        </fieldset>
      </div>
    </Dialog>
  )
}

interface TableProblem {
  readonly field: 'name' | 'column'
  readonly line?: number
  readonly key: 'tables.create.nameMissing' | 'tables.create.columnNameMissing' | 'tables.create.columnNameTwice'
}

function problemOfTable(name: string, lines: readonly DraftLine[]): TableProblem | undefined {
  if (name.trim() === '') return { field: 'name', key: 'tables.create.nameMissing' }
  const seen = new Set<string>()
  for (const { id, title } of lines) {
    const key = title.trim().toLowerCase()
    if (key === '') return { field: 'column', line: id, key: 'tables.create.columnNameMissing' }
    if (seen.has(key)) return { field: 'column', line: id, key: 'tables.create.columnNameTwice' }
    seen.add(key)
  }
  return undefined
}

async function createTable(projectId: string, title: string, lines: readonly DraftLine[]): Promise<void> {
  const columns = lines.map(({ title: columnTitle, uiType }) => {
    const draft = { ...newColumnDraft, title: columnTitle, uiType }
    return columnInput(definitionOfDraft(draft, undefined, localeTag()))
  })
  await recorded(projectId, addedTableWords(title), (options) =>
    client.call('tableCreate', { table: title, title, columns }, { ...options, projectId }),
  )
}

export interface TableDialogProps {
  readonly projectId: string
  readonly table: TableSummary
  readonly onClose: () => void
}

/**
 * Renames a table for users and the API. In a database file opened in place, the name in the database stays the same.
 */
export function RenameTableDialog(
  props: TableDialogProps & { readonly keepsDatabaseName: boolean; readonly onRenamed: (title: string) => void },
) {
  const { projectId, table, keepsDatabaseName, onRenamed, onClose } = props
  const { t } = useTranslation()
  const [name, setName] = useState(table.title)
  const [working, setWorking] = useState(false)
  const [error, setError] = useFailure()
  const title = name.trim()
  const rename = (): void => {
    if (title === '' || title === table.title) return title === '' ? undefined : onClose()
    setWorking(true)
    const words = {
      label: sentence('undo.renamedTable', { table: table.title, title }),
      undone: sentence('undo.back.renamed', { column: title, title: table.title }),
    }
    recorded<unknown>(projectId, words, (options) =>
      keepsDatabaseName
        ? client.call('tableRetitle', { table: table.title, title }, { ...options, projectId })
        : client.call('tableRename', { table: table.name, name: title }, { ...options, projectId }),
    ).then(
      () => onRenamed(title),
      (reason: unknown) => {
        setError(reason)
        setWorking(false)
      },
    )
  }
  return (
    <Dialog
      opened
      width={400}
      title={t('tables.rename.title', { table: table.title })}
      action={t('tables.rename.action')}
      loading={working}
      error={error}
      disabledReason={title === '' ? t('tables.create.nameMissing') : undefined}
      onSubmit={rename}
      onClose={onClose}
    >
      <TextField
        label={t('tables.rename.name')}
        hint={t('tables.rename.hint')}
        value={name}
        onChange={setName}
        data-autofocus
      />
    </Dialog>
  )
}

/**
 * Deletes a table with its records into the trash, which can restore it. To purge it immediately, the user types its
 * name.
 */
export function DeleteTableDialog(
  props: TableDialogProps & { readonly rowCount: number | undefined; readonly onDeleted: () => void },
) {
  const { projectId, table, rowCount, onDeleted, onClose } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [forGood, setForGood] = useState(false)
  const [working, setWorking] = useState(false)
  const [error, setError] = useFailure()
  const remove = (): void => {
    setWorking(true)
    const drop: Drop = (options) => client.call('tableDelete', { table: table.name }, { ...options, projectId })
    const done = dropped(drop).then(async (left) => {
      const label = sentence('undo.deletedTable', { table: table.title })
      const words = { label, undone: sentence('undo.back.deletedTable', { table: table.title }) }
      if (forGood) await deleteForGood(projectId, label, left)
      else recordDropped(projectId, words, left)
      onDeleted()
    })
    done.catch((reason: unknown) => {
      setError(reason)
      setWorking(false)
    })
  }
  const isKnown = rowCount !== undefined && Number.isFinite(rowCount)
  const text = isKnown ? t('tables.delete.text', { count: rowCount }) : t('tables.delete.textUnknown')
  return (
    <Dialog
      opened
      danger
      width={400}
      title={t('tables.delete.title', { table: table.title })}
      action={t('tables.delete.action')}
      loading={working}
      error={error}
      disabledReason={!forGood || typed.trim() === table.title ? undefined : t('tables.delete.mismatch')}
      onSubmit={remove}
      onClose={onClose}
    >
      <p className={styles.paragraph}>
        <span>{text}</span>{' '}
        <span>{forGood ? t('tables.delete.never') : t('tables.delete.inTrash', { days: trashDaysMax })}</span>
      </p>
      <Checkbox checked={forGood} onChange={setForGood}>
        {t('tables.delete.forGood')}
      </Checkbox>
      {forGood && (
        <TextField
          label={t('tables.delete.confirm', { table: table.title })}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      )}
    </Dialog>
  )
}
