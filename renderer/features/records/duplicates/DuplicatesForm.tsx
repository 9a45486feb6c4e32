import type { Table } from '@common/model'
import { duplicateColumnsMax } from '@common/query/duplicates-query'
import { useTranslation } from '@renderer/i18n'
import { Checkbox, PickField, Segments } from '@renderer/ui'
import { DialogLine } from '../frame/DialogLine'
import { comparedColumns, type DuplicatesChoice } from './duplicates'
import styles from './duplicates.module.css'

export interface DuplicatesFormProps {
  readonly table: Table
  readonly choice: DuplicatesChoice
  /** True if the view shows some records only. */
  readonly isNarrowed: boolean
  readonly onChange: (part: Partial<DuplicatesChoice>) => void
}

/** Form for the compared fields and the comparison options. */
export function DuplicatesForm({ table, choice, isNarrowed, onChange }: DuplicatesFormProps) {
  const { t } = useTranslation()
  return (
    <>
      <DialogLine label={t('grid.duplicates.fields')}>
        <PickField
          aria-label={t('grid.duplicates.fields')}
          values={choice.columns}
          onChange={(columns) => onChange({ columns: columns.slice(0, duplicateColumnsMax) })}
          options={comparedColumns(table).map(({ name, title }) => ({ value: name, label: title }))}
          placeholder={t('grid.duplicates.addField')}
          emptyText={t('grid.duplicates.noSuchField')}
        />
      </DialogLine>
      {isNarrowed && (
        <DialogLine label={t('grid.duplicates.in')}>
          <div>
            <Segments
              label={t('grid.duplicates.in')}
              value={choice.ofView ? 'view' : 'table'}
              onChange={(value: 'view' | 'table') => onChange({ ofView: value === 'view' })}
              options={[
                { value: 'view', label: t('grid.duplicates.ofView') },
                { value: 'table', label: t('grid.duplicates.ofTable') },
              ]}
            />
          </div>
        </DialogLine>
      )}
      <div className={styles.options}>
        <Checkbox checked={choice.ignoreCase} onChange={(ignoreCase) => onChange({ ignoreCase })}>
          {t('grid.duplicates.ignoreCase')}
        </Checkbox>
        <Checkbox checked={choice.ignoreSpaces} onChange={(ignoreSpaces) => onChange({ ignoreSpaces })}>
          {t('grid.duplicates.ignoreSpaces')}
        </Checkbox>
        <Checkbox checked={choice.withEmpty} onChange={(withEmpty) => onChange({ withEmpty })}>
          {t('grid.duplicates.withEmpty')}
        </Checkbox>
      </div>
    </>
  )
}
