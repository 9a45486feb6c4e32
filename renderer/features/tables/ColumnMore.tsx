import { columnType } from '@common/columns/registry'
import type { Column } from '@common/model'
import { useTranslation } from '@renderer/i18n'
import { Checkbox, TextArea } from '@renderer/ui'
import { takesDefault, takesRules, takesUnique, type ColumnDraft } from './column-draft'
import styles from './column-dialog.module.css'
import { DefaultEditor } from './DefaultEditor'

export interface ColumnMoreProps {
  readonly projectId: string
  readonly column: Column | undefined
  readonly draft: ColumnDraft
  readonly onChange: (part: Partial<ColumnDraft>) => void
  readonly defaultError: string | undefined
}

/** Rarely used settings of a column: description, default, and rules for its values. */
export function ColumnMore({ projectId, column, draft, onChange, defaultError }: ColumnMoreProps) {
  const { t } = useTranslation()
  const isKey = column?.primaryKey === true
  const type = columnType(draft.uiType)
  const isStored = type.writable && column?.generated !== true
  return (
    <div className={styles.more}>
      <TextArea
        label={t('tables.column.description')}
        maxLength={2000}
        value={draft.description}
        onChange={(description) => onChange({ description })}
      />
      {!isKey && isStored && takesDefault(draft.uiType) && (
        <DefaultEditor
          key={draft.uiType}
          projectId={projectId}
          draft={draft}
          onChange={(defaultText) => onChange({ defaultText })}
          error={defaultError}
          isNew={column === undefined}
        />
      )}
      {!isKey && isStored && takesRules(draft.uiType) && (
        <div className={styles.ticks}>
          <Checkbox checked={draft.required} onChange={(required) => onChange({ required })}>
            {t('tables.column.required')}
          </Checkbox>
          {takesUnique(draft.uiType) && (
            <Checkbox checked={draft.unique} onChange={(unique) => onChange({ unique })}>
              {t('tables.column.unique')}
            </Checkbox>
          )}
        </div>
      )}
    </div>
  )
}

/** True if a draft uses one of these settings, which then are visible immediately. */
export function saysMore(draft: ColumnDraft): boolean {
  return draft.description !== '' || draft.defaultText !== '' || draft.required || draft.unique
}
