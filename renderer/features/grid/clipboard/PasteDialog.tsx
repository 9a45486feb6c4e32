import { formatFacts, useTranslation } from '@renderer/i18n'
import { Checkbox, Dialog } from '@renderer/ui'
import { useState } from 'react'
import styles from '@renderer/features/records/frame/grid.module.css'
import type { Paste } from './paste'

export interface PasteChoices {
  readonly rows: boolean
  readonly fields: boolean
  readonly options: boolean
}

export interface PasteDialogProps {
  readonly table: string
  readonly paste: Paste
  /** Columns that new records need and that are not pasted. */
  readonly missing: readonly string[]
  readonly loading: boolean
  readonly onConfirm: (choices: PasteChoices) => void
  readonly onClose: () => void
}

const namesShown = 6

/** Offers to create the records, fields and options that a block needs. Creates none without consent. */
export function PasteDialog({ table, paste, missing, loading, onConfirm, onClose }: PasteDialogProps) {
  const { t } = useTranslation()
  const { newRows, fields, options, plan } = paste
  const [choices, setChoices] = useState<PasteChoices>({ rows: missing.length === 0, fields: true, options: true })
  const lacking = missing.length === 0 ? undefined : t('grid.pasteRows.missing', { columns: missing })
  const updates = plan.updates.size
  const rowsOnly = fields.length === 0 && options.size === 0
  const rowsHint =
    lacking ?? (updates > 0 ? t('grid.pasteRows.withUpdates', { count: updates }) : t('grid.pasteRows.onlyNew'))
  if (rowsOnly)
    return (
      <Dialog
        opened
        width={400}
        focusAction
        disabledReason={lacking}
        title={t('grid.pasteRows.title', { count: newRows })}
        action={t('grid.pasteRows.action', { count: newRows })}
        onSubmit={() => onConfirm({ rows: true, fields: false, options: false })}
        onClose={onClose}
        loading={loading}
      >
        <p>{rowsHint}</p>
      </Dialog>
    )
  const isNothing = updates === 0 && !(newRows > 0 && choices.rows) && !(options.size > 0 && choices.options)
  return (
    <Dialog
      opened
      width={560}
      focusAction
      title={t('grid.clipboard.ask.title', { table })}
      action={t('grid.clipboard.ask.action')}
      disabledReason={isNothing && !choices.fields ? t('grid.clipboard.ask.nothing') : undefined}
      onSubmit={() => onConfirm(choices)}
      onClose={onClose}
      loading={loading}
    >
      <div className={styles.choices}>
        {fields.length > 0 && (
          <Choice
            checked={choices.fields}
            onChange={(checked) => setChoices({ ...choices, fields: checked })}
            label={t('grid.clipboard.ask.fields', {
              count: fields.length,
              names: listed(fields.map((each) => each.title)),
            })}
            hint={t('grid.clipboard.ask.wider', { count: fields.length, table })}
          />
        )}
        {options.size > 0 && (
          <Choice
            checked={choices.options}
            onChange={(checked) => setChoices({ ...choices, options: checked })}
            label={[...options]
              .map(([{ title }, titles]) =>
                t('grid.clipboard.ask.options', { count: titles.length, column: title, titles: listed(titles) }),
              )
              .join(' ')}
            hint={t('grid.clipboard.ask.noOptions')}
          />
        )}
        {newRows > 0 && (
          <Choice
            checked={choices.rows}
            disabled={lacking !== undefined}
            onChange={(checked) => setChoices({ ...choices, rows: checked })}
            label={t('grid.pasteRows.action', { count: newRows })}
            hint={rowsHint}
          />
        )}
      </div>
    </Dialog>
  )
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, namesShown).map((name) => (name.length > 40 ? `${name.slice(0, 39)}…` : name))
  return formatFacts(names.length > namesShown ? [...shown, '…'] : shown)
}

interface ChoiceProps {
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
  readonly label: string
  readonly hint: string
}

function Choice({ checked, disabled = false, onChange, label, hint }: ChoiceProps) {
  return (
    <div>
      <Checkbox checked={checked} disabled={disabled} onChange={onChange}>
        {label}
      </Checkbox>
      <p className={styles.choiceHint}>{hint}</p>
    </div>
  )
}
