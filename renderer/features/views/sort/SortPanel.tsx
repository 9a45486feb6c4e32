import { sortRule, type FilterColumn } from '@common/views'
import { useTranslation } from '@renderer/i18n'
import { Button } from '@renderer/ui'
import { OrderEditor } from '../order/OrderEditor'
import type { TableView } from '../use-table-view'

/** `viewSettings.sorts`. */
const keysMax = 20

export interface SortPanelProps {
  readonly view: TableView
  readonly columns: readonly FilterColumn[]
}

/** The sort keys of a view, the first one on top. */
export function SortPanel({ view, columns }: SortPanelProps) {
  const { t } = useTranslation()
  return (
    <OrderEditor
      view={view}
      columns={columns}
      orders={view.settings.sorts}
      max={keysMax}
      onChange={(sorts) => view.change({ sorts })}
      likely={(free) => free.find(({ column }) => column.primaryValue) ?? free[0]}
      texts={{
        title: t('sorts.title'),
        empty: t('sorts.empty'),
        add: t('sorts.add'),
        field: () => t('filters.field'),
        direction: () => t('sorts.direction'),
        remove: (name) => t('sorts.remove', { name }),
        rule: (column, direction) => t(`sorts.rules.${column === undefined ? 'text' : sortRule(column)}.${direction}`),
      }}
      listButtons={(clear) => (
        <Button kind="quiet" onClick={clear}>
          {t('filters.clear')}
        </Button>
      )}
    />
  )
}
