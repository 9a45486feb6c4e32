import { usePageCommand } from '@renderer/actions'
import { useTranslation } from '@renderer/i18n'
import { later } from '@renderer/ui'
import { useState } from 'react'
import { useAskedDialog } from '../session/asked-dialog'
import type { GridSession } from '../session/session'
import { comparedColumns } from './duplicates'
import type { GridPart } from '../parts/grid-part'

const DuplicatesDialog = later(async () => (await import('./DuplicatesDialog')).DuplicatesDialog)

/** Finds duplicates and deletes them: from the menu of a header, of the table, and as a command. */
export function useDuplicatesPart(session: GridSession): GridPart {
  const { table, grid, mayDeleteRows, readOnly, notes } = session
  const { t } = useTranslation()
  /** Names of the columns to compare at first. */
  const [opened, setOpened] = useState<readonly string[]>()
  const open = (columns: readonly string[]): void =>
    mayDeleteRows ? setOpened(columns) : notes.say(t(`grid.status.readOnly.${readOnly ?? 'role'}`))
  const openWithName = (): void =>
    open(
      comparedColumns(table)
        .filter(({ primaryValue }) => primaryValue)
        .map(({ name }) => name),
    )
  useAskedDialog(session, 'duplicates', openWithName)
  usePageCommand(
    { id: 'view.duplicates', label: 'grid.duplicates.menu', keys: [], area: 'view' },
    mayDeleteRows ? openWithName : undefined,
  )
  return {
    headerMenu: ({ id }) =>
      mayDeleteRows && comparedColumns(table).some(({ name }) => name === id)
        ? [
            {
              id: 'show.duplicates',
              group: 'show',
              icon: 'duplicate',
              label: t('grid.duplicates.menu'),
              run: () => open([id]),
            },
          ]
        : [],
    overlay: opened !== undefined && (
      <DuplicatesDialog
        session={session}
        columns={opened}
        onClose={() => {
          setOpened(undefined)
          grid.current?.focus()
        }}
      />
    ),
  }
}
