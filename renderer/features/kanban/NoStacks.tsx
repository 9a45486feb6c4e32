import { typeFor } from '@common/columns/new-types'
import { freeTitle } from '@common/util/free-title'
import type { Table } from '@common/model'
import { sentenceOf } from '@renderer/api'
import { addFields } from '@renderer/features/tables'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, EmptyState } from '@renderer/ui'
import { useState } from 'react'
import styles from './kanban.module.css'

export interface NoStacksProps {
  readonly projectId: string
  readonly table: Table
  /** The user can change the columns. */
  readonly mayChange: boolean
}

/** Empty state for a table without a field for stacks. Users with permission can add one from here. */
export function NoStacks({ projectId, table, mayChange }: NoStacksProps) {
  const { t } = useTranslation()
  const [isMaking, setMaking] = useState(false)
  const make = (): void => {
    setMaking(true)
    const options = [
      { title: t('kanban.first.waiting'), color: 'grey' },
      { title: t('kanban.first.working'), color: 'blue' },
      { title: t('kanban.first.done'), color: 'green' },
    ] as const
    const taken = [
      ...table.columns.flatMap((one) => [one.name, one.title]),
      ...table.virtualColumns.map((one) => one.title),
    ]
    const title = freeTitle(t('kanban.first.title'), taken)
    addFields(projectId, table, [{ title, uiType: typeFor.choice, options }])
      .catch((error: unknown) => toast.error(sentence('kanban.first.failed'), { detail: sentenceOf(error) }))
      .finally(() => setMaking(false))
  }
  const mayMake = mayChange && table.type === 'table'
  return (
    <div className={styles.none} data-kanban>
      <EmptyState
        title={t('kanban.first.missing')}
        text={t(mayMake ? 'kanban.first.offer' : 'kanban.first.ask', { table: table.title })}
        action={
          mayMake && (
            <Button kind="main" icon="plus" loading={isMaking} onClick={make}>
              {t('kanban.first.make')}
            </Button>
          )
        }
      />
    </div>
  )
}
