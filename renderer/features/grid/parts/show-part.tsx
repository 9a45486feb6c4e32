import { useTranslation } from '@renderer/i18n'
import type { HeaderMenuEntry } from '@renderer/features/records/frame/menu-entries'
import type { GridSession } from '@renderer/features/records/session/session'
import type { GridPart } from '@renderer/features/records/parts/grid-part'

/** `viewSettings.frozen`. */
const frozenMax = 20

/** Shows, hides and freezes columns. */
export function useShowPart({ columns, settings, changeSettings }: GridSession): GridPart {
  const { t } = useTranslation()
  return {
    headerMenu: ({ id, column }) => {
      const at = columns.findIndex((each) => each.id === id)
      const entries: HeaderMenuEntry[] = []
      if (at >= 0 && at < frozenMax && at + 1 !== settings.frozen)
        entries.push({
          id: 'show.freeze',
          group: 'show',
          icon: 'freeze',
          label: t('grid.menu.freeze'),
          run: () => changeSettings({ frozen: at + 1 }),
        })
      if (settings.frozen > 1)
        entries.push({
          id: 'show.unfreeze',
          group: 'show',
          icon: 'close',
          label: t('grid.menu.unfreeze'),
          run: () => changeSettings({ frozen: 1 }),
        })
      // The record's name is always visible, because rows without it look alike.
      if (!column.primaryValue)
        entries.push({
          id: 'show.hide',
          group: 'show',
          icon: 'eyeOff',
          label: t('grid.menu.hideField'),
          run: () => changeSettings({ hidden: [...settings.hidden.filter((each) => each !== id), id] }),
        })
      return entries
    },
  }
}
