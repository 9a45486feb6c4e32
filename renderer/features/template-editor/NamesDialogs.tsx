import { useFailure } from '@renderer/api'
import { parseColumns, parseTables } from '@common/templates'
import { sentence, type Sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Dialog, TextField } from '@renderer/ui'
import { useState } from 'react'
import { editor } from './editor-store'

/** S2 §5: names of tables, each with optional columns in parentheses. */
export function TableNamesDialog() {
  const { t } = useTranslation()
  return (
    <NamesDialog
      title={t('templateEditor.names.tableTitle')}
      label={t('templateEditor.names.tables')}
      hint={t('templateEditor.names.tableHint')}
      placeholder={t('templateEditor.names.tableExample')}
      action={t('templateEditor.names.addTables')}
      onSubmit={(text) => {
        const parsed = parseTables(text)
        if (parsed === undefined) return sentence('templateEditor.names.tableInvalid')
        for (const name of editor.addTables(parsed)) toast.info(sentence('templateEditor.names.tableExists', { name }))
        return undefined
      }}
    />
  )
}

/** S2 §5: names of columns. */
export function ColumnNamesDialog({ tableId }: { readonly tableId: string }) {
  const { t } = useTranslation()
  return (
    <NamesDialog
      title={t('templateEditor.names.columnTitle')}
      label={t('templateEditor.names.columns')}
      hint={t('templateEditor.names.columnHint')}
      placeholder={t('templateEditor.names.columnExample')}
      action={t('templateEditor.names.addColumns')}
      onSubmit={(text) => {
        const names = parseColumns(text)
        if (names === undefined || names.length === 0) return sentence('templateEditor.names.columnInvalid')
        for (const name of editor.addColumns(tableId, names))
          toast.info(sentence('templateEditor.names.columnExists', { name }))
        return undefined
      }}
    />
  )
}

interface NamesDialogProps {
  readonly title: string
  readonly label: string
  readonly hint: string
  readonly placeholder: string
  readonly action: string
  /** Returns the reason why the text can't be used. */
  readonly onSubmit: (text: string) => Sentence | undefined
}

function NamesDialog({ title, label, hint, placeholder, action, onSubmit }: NamesDialogProps) {
  const [text, setText] = useState('')
  const [error, setError] = useFailure()
  return (
    <Dialog
      opened
      width={560}
      title={title}
      action={action}
      onClose={editor.close}
      onSubmit={() => {
        const problem = onSubmit(text)
        setError(problem)
        if (problem === undefined) editor.close()
      }}
    >
      <TextField
        label={label}
        hint={hint}
        error={error}
        placeholder={placeholder}
        data-autofocus
        spellCheck={false}
        value={text}
        onChange={(value) => {
          setText(value)
          setError(undefined)
        }}
      />
    </Dialog>
  )
}
