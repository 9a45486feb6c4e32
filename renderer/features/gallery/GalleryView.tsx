import { kindOptions, readKindOptions } from '@common/views'
import { galleryCover } from '@common/views/gallery'
import { useKeyLines } from '@renderer/actions'
import type { ViewProps } from '@renderer/features/views'
import {
  recordKeys,
  useCardParts,
  useNewGridSession,
  ViewFrame,
  type GridPart,
  type GridSession,
  type ViewMenu,
} from '@renderer/features/records'
import { useTranslation } from '@renderer/i18n'
import { useMemo, useRef, useState } from 'react'
import { galleryKeys } from './card-keys'
import { CoverPopover } from './CoverPopover'
import { GalleryStage } from './GalleryStage'

/** A gallery is one list of cards. It ignores groups that a copied view may bring along. */
const noGroups = [] as const
const keys = [...galleryKeys, ...recordKeys]

/** One table as cards with pictures. */
export function GalleryView(props: ViewProps) {
  const { t } = useTranslation()
  const { table, view } = props
  const [menu, openMenu] = useState<ViewMenu>()
  const { session: plain } = useNewGridSession({ ...props, groups: noGroups })
  const parts = useRef<readonly GridPart[]>([])
  const open = (row: number): void => parts.current.forEach((part) => part.openRow?.(row))
  const { model, actions } = plain
  // A card has no place to write: a record that is begun is filled in where records are opened.
  const addRow = (): void => {
    actions.addRow()
    open(model.rowCount - 1)
  }
  const session: GridSession = { ...plain, actions: { ...actions, addRow } }
  const options = view.view.options
  const cover = useMemo(() => galleryCover(table, readKindOptions(kindOptions.gallery, options)), [table, options])
  useKeyLines(keys)
  parts.current = useCardParts(session, {
    toolbar: view.onlyMe !== 'visitor' && <CoverPopover view={view} table={table} />,
  })

  return (
    <ViewFrame session={session} parts={parts.current} menu={menu} onMenuClose={() => openMenu(undefined)}>
      <GalleryStage
        session={session}
        parts={parts.current}
        cover={cover}
        label={t('gallery.label', { table: table.title })}
        onOpen={open}
        onMenu={(row, at) => openMenu({ kind: 'row', row, at })}
      />
    </ViewFrame>
  )
}
