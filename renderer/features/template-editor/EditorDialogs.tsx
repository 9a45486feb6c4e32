import { useFailure } from '@renderer/api'
import { isSameName, placeOf, renameTable, tableOf } from '@common/templates'
import { keyLines } from '@renderer/actions'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { ConfirmDialog, Dialog, Keys, TextField } from '@renderer/ui'
import { useState } from 'react'
import { ChoicesDialog } from './ChoicesDialog'
import { CodeHostDialog } from './CodeHostDialog'
import { editor, useEditor } from './editor-store'
import { ColumnNamesDialog, TableNamesDialog } from './NamesDialogs'
import styles from './dialogs.module.css'

/** The dialog that is open. */
export function EditorDialogs() {
  const dialog = useEditor((state) => state.dialog)
  switch (dialog?.kind) {
    case 'tables':
      return <TableNamesDialog />
    case 'columns':
      return <ColumnNamesDialog tableId={dialog.tableId} />
    case 'rename':
      return <RenameDialog tableId={dialog.tableId} />
    case 'deleteTable':
      return <DeleteTableDialog tableId={dialog.tableId} />
    case 'choices':
      return <ChoicesDialog columnId={dialog.columnId} />
    case 'reset':
      return <ResetDialog />
    case 'shortcuts':
      return <ShortcutsDialog />
    case 'codeHost':
      return <CodeHostDialog />
    case undefined:
      return null
  }
}

function RenameDialog({ tableId }: { readonly tableId: string }) {
  const { t } = useTranslation()
  const draft = useEditor(({ versions }) => versions.present)
  const before = tableOf(draft, tableId)?.name ?? ''
  const [name, setName] = useState(before)
  const [error, setError] = useFailure()
  const rename = (): void => {
    const wanted = name.trim()
    if (wanted === '') return setError(sentence('templateEditor.names.tableRequired'))
    if (draft.tables.some((table) => table.id !== tableId && isSameName(table.name, wanted))) {
      toast.info(sentence('templateEditor.names.tableExists', { name: wanted }))
      return setError(sentence('templateEditor.names.tableExists', { name: wanted }))
    }
    if (wanted !== before) editor.change(renameTable(draft, tableId, wanted))
    return editor.close()
  }
  return (
    <Dialog
      opened
      width={400}
      title={t('templateEditor.table.renameTitle', { name: before })}
      action={t('templateEditor.table.renameAction')}
      onSubmit={rename}
      onClose={editor.close}
    >
      <TextField
        label={t('templateEditor.table.name')}
        data-autofocus
        value={name}
        maxLength={255}
        error={error}
        onChange={(value) => {
          setName(value)
          setError(undefined)
        }}
      />
    </Dialog>
  )
}

function DeleteTableDialog({ tableId }: { readonly tableId: string }) {
  const { t } = useTranslation()
  const draft = useEditor(({ versions }) => versions.present)
  const name = tableOf(draft, tableId)?.name ?? ''
  const pointing = draft.tables
    .filter(({ id }) => id !== tableId)
    .flatMap((table) =>
      table.columns.filter(
        ({ relatedId, follows }) =>
          relatedId === tableId || placeOf(draft, follows?.linkId)?.column.relatedId === tableId,
      ),
    ).length
  return (
    <ConfirmDialog
      opened
      title={t('templateEditor.table.deleteTitle', { name })}
      action={t('templateEditor.table.deleteAction')}
      onSubmit={() => {
        editor.removeTable(tableId)
        editor.close()
      }}
      onClose={editor.close}
    >
      <p>{t('templateEditor.table.deleteText', { count: pointing })}</p>
    </ConfirmDialog>
  )
}

/** Confirm dialog of S2 §1: title, heading, Cancel and Submit. */
function ResetDialog() {
  const { t } = useTranslation()
  return (
    <ConfirmDialog
      opened
      title={t('templateEditor.reset.title')}
      heading={t('templateEditor.reset.heading')}
      onSubmit={() => {
        editor.reset()
        editor.close()
      }}
      onClose={editor.close}
    >
      <p>{t('templateEditor.reset.text')}</p>
    </ConfirmDialog>
  )
}

function ShortcutsDialog() {
  const { t } = useTranslation()
  // Read once: while a dialog is open, the commands can't run.
  const [lines] = useState(() => keyLines().filter(({ area }) => area === 'template'))
  return (
    <Dialog
      opened
      width={400}
      title={t('templateEditor.shortcuts.title')}
      text={t('templateEditor.shortcuts.text')}
      action={t('templateEditor.shortcuts.close')}
      leave={null}
      focusAction
      onSubmit={editor.close}
      onClose={editor.close}
    >
      <dl className={styles.shortcuts}>
        {lines.map(({ id, label, keys: [keys] }) => (
          <div key={id}>
            <dt>{t(label)}</dt>
            <dd>{keys !== undefined && <Keys keys={keys} />}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
