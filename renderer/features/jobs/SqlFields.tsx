import type { SqlAction } from '@common/operations/actions'
import { useTranslation } from '@renderer/i18n'
import { Checkbox, ConfirmDialog, TextArea } from '@renderer/ui'
import { useState } from 'react'

export interface SqlFieldsProps {
  readonly action: SqlAction
  readonly onChange: (action: SqlAction) => void
}

/** The statement of an action. A user who lets it change data confirms it once. */
export function SqlFields({ action, onChange }: SqlFieldsProps) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { sql, write } = action
  return (
    <>
      <TextArea
        label={t('jobs.sql')}
        value={sql}
        onChange={(text) => onChange({ ...action, sql: text })}
        rows={6}
        mono
        maxLength={30_000}
        hint={write ? t('jobs.sqlWriteHint', { example: ':data_Name' }) : t('jobs.sqlHint')}
      />
      <Checkbox
        checked={write}
        onChange={(checked) => (checked ? setAsking(true) : onChange({ ...action, write: false }))}
      >
        {t('jobs.sqlWrite')}
      </Checkbox>
      {isAsking && (
        <ConfirmDialog
          opened
          title={t('jobs.sqlWriteTitle')}
          text={t('jobs.sqlWriteText')}
          action={t('jobs.sqlWriteAction')}
          focusAction
          onSubmit={() => {
            onChange({ ...action, write: true })
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
