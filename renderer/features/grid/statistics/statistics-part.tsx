import type { GridPart } from '@renderer/features/records/parts/grid-part'
import { useTranslation } from '@renderer/i18n'
import { later } from '@renderer/ui'
import type { Bounds } from '@renderer/ui'
import { useState } from 'react'
import type { GridSession } from '@renderer/features/records/session/session'
import type { StatisticsQuery } from './statistics'

const StatisticsPanel = later(async () => (await import('./StatisticsPanel')).StatisticsPanel)

/** Statistics of one column, from the menu of its header. */
export function useStatisticsPart({ projectId, table, query, model, grid }: GridSession): GridPart {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<{ readonly query: StatisticsQuery; readonly at: Bounds }>()
  return {
    headerMenu: (column, at) => [
      {
        id: 'show.statistics',
        group: 'show',
        icon: 'rollup',
        label: t('grid.menu.statistics'),
        run: () => setOpened({ query: { projectId, table, column, rows: query }, at }),
      },
    ],
    overlay: opened && (
      <StatisticsPanel
        // Remounts the panel for another column, even while it is open.
        key={opened.query.column.id}
        query={opened.query}
        reader={model.reader}
        at={opened.at}
        isNarrowed={opened.query.rows.filter !== undefined || opened.query.rows.search !== ''}
        onClose={() => {
          setOpened(undefined)
          grid.current?.focus()
        }}
      />
    ),
  }
}
