import { useTranslation } from '@renderer/i18n'
import type { HeaderMenuEntry } from '@renderer/features/records/frame/menu-entries'
import type { GridSession } from '@renderer/features/records/session/session'
import type { GridPart } from '@renderer/features/records/parts/grid-part'

/** Commands for a column, for users with permission. */
export function useColumnPart({ columnCommands: commands }: GridSession): GridPart {
  const { t } = useTranslation()
  if (!commands) return {}
  return {
    headerMenu: ({ id, column }, at) => {
      const entries: HeaderMenuEntry[] = [
        {
          id: 'column.edit',
          group: 'column',
          icon: 'pencil',
          label: t('grid.menu.editColumn'),
          run: () => commands.edit(id, at),
        },
      ]
      if (!column.primaryValue)
        entries.push({
          id: 'column.insertLeft',
          group: 'column',
          icon: 'plus',
          label: t('grid.menu.insertLeft'),
          run: () => commands.insert(id, 'left', at),
        })
      entries.push({
        id: 'column.insertRight',
        group: 'column',
        icon: 'plus',
        label: t('grid.menu.insertRight'),
        run: () => commands.insert(id, 'right', at),
      })
      if (!column.primaryKey)
        entries.push({
          id: 'column.delete',
          group: 'delete',
          icon: 'trash',
          danger: true,
          label: t('grid.menu.deleteColumn'),
          run: () => commands.remove(id),
        })
      return entries
    },
  }
}
