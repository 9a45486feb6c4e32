import type { Table } from '@common/model'
import { messageOf, useOperation } from '@renderer/api'
import { useRecordOptions } from '@renderer/features/records'
import { useTranslation } from '@renderer/i18n'
import { PickField, type PickOption } from '@renderer/ui'
import { useState } from 'react'
import styles from './automations.module.css'

export interface RecordPickProps {
  readonly projectId: string
  /** Name of the table in the database. */
  readonly table: string
  /** Key as in a path; empty for none. */
  readonly value: string
  readonly onChange: (rowId: string) => void
  readonly error: string | undefined
}

/** Picks a record of a table by a text in any of its fields. */
export function RecordPick({ projectId, table: name, value, onChange, error }: RecordPickProps) {
  const table = useOperation('tableRead', { table: name }, { projectId, silent: true })
  const problem = table.error === null ? error : messageOf(table.error)
  return (
    <div className={styles.pick}>
      {table.data && <Pick projectId={projectId} table={table.data} value={value} onChange={onChange} />}
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

interface PickProps extends Pick<RecordPickProps, 'projectId' | 'value' | 'onChange'> {
  readonly table: Table
}

function Pick({ projectId, table, value, onChange }: PickProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const found = useRecordOptions(projectId, table, text)
  const [chosen, setChosen] = useState<PickOption>()
  const options = chosen === undefined || found.some((each) => each.value === chosen.value) ? found : [chosen, ...found]
  return (
    <PickField
      aria-label={t('automations.testRecord')}
      single
      values={value === '' ? [] : [value]}
      options={options}
      onSearch={setText}
      onChange={([rowId = '']) => {
        setChosen(options.find((each) => each.value === rowId))
        onChange(rowId)
      }}
      placeholder={t('automations.testChoose')}
      emptyText={t('automations.testNone')}
    />
  )
}
