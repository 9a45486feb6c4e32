import { useFailure } from '@renderer/api'
import { isSameName, placeOf, type DraftChoice } from '@common/templates'
import { OptionsEditor } from '@renderer/features/tables'
import { sentence, useTranslation } from '@renderer/i18n'
import { Dialog } from '@renderer/ui'
import { useState } from 'react'
import { editor, useEditor } from './editor-store'

/** The options of a select column, with their colours. */
export function ChoicesDialog({ columnId }: { readonly columnId: string }) {
  const { t } = useTranslation()
  const column = useEditor(({ versions }) => placeOf(versions.present, columnId)?.column)
  const [options, setOptions] = useState<readonly DraftChoice[]>(() =>
    column?.choices === undefined || column.choices.length === 0 ? [{ title: '', color: 'grey' }] : column.choices,
  )
  const [error, setError] = useFailure()
  const save = (): void => {
    const named = options
      .map((option) => ({ ...option, title: option.title.trim() }))
      .filter(({ title }) => title !== '')
    const twice = named.find(({ title }, at) => named.slice(0, at).some((other) => isSameName(other.title, title)))
    const withComma = named.find(({ title }) => title.includes(','))
    if (twice !== undefined) return setError(sentence('templateEditor.choices.twice', { name: twice.title }))
    if (withComma !== undefined) return setError(sentence('templateEditor.choices.comma', { name: withComma.title }))
    editor.editColumn(columnId, { field: 'choices', value: named })
    return editor.close()
  }
  return (
    <Dialog
      opened
      title={t('templateEditor.choices.title', { name: column?.name ?? '' })}
      action={t('templateEditor.choices.save')}
      onSubmit={save}
      onClose={editor.close}
    >
      <OptionsEditor
        options={options}
        error={error}
        onChange={(next) => {
          setOptions(next)
          setError(undefined)
        }}
      />
    </Dialog>
  )
}
