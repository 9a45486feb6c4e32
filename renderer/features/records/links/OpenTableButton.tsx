import { defaultDbAlias } from '@common/constants'
import type { Table } from '@common/model'
import { tabs } from '@renderer/features/tabs'
import { useTranslation } from '@renderer/i18n'
import { IconButton } from '@renderer/ui'

/** Opens the table that a link leads to. */
export function OpenTableButton({ table }: { readonly table: Table }) {
  const { t } = useTranslation()
  return (
    <IconButton
      icon="expand"
      size="xs"
      label={t('grid.links.open', { table: table.title })}
      onClick={() => openTable(table)}
    />
  )
}

export function openTable({ type, name, title }: Table): void {
  tabs.open({ type, name, title, dbAlias: defaultDbAlias })
}
