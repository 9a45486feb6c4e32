import { columnType } from '@common/columns/registry'
import type { Table } from '@common/model'
import { kindOptions, readKindOptions } from '@common/views'
import { coverFits, type CoverFit } from '@common/views/cover'
import { coverColumns, galleryCover, type GalleryOptions } from '@common/views/gallery'
import { useOpenedBy } from '@renderer/actions'
import { TypeIcon } from '@renderer/cells'
import type { TableView } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import { Button, Icon, Popover, Segments, Select } from '@renderer/ui'
import styles from './gallery.module.css'

export interface CoverPopoverProps {
  readonly view: TableView
  readonly table: Table
}

const none = '\u0000none'

/** A toolbar button with the source of the covers; opens a popover to choose it. */
export function CoverPopover({ view, table }: CoverPopoverProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useOpenedBy({ id: 'view.cover', label: 'actions.cover', keys: [], area: 'view' })
  const cover = galleryCover(table, readKindOptions(kindOptions.gallery, view.view.options))
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={300}
      label={t('gallery.cover.title')}
      target={
        <Button kind="quiet" icon="picture" {...(cover && { on: true })} onClick={() => setOpened(!opened)}>
          {cover ? t('gallery.cover.is', { column: cover.column.title }) : t('gallery.cover.title')}
        </Button>
      }
    >
      {opened && <CoverPanel view={view} table={table} />}
    </Popover>
  )
}

function CoverPanel({ view, table }: CoverPopoverProps) {
  const { t } = useTranslation()
  const options = readKindOptions(kindOptions.gallery, view.view.options)
  const columns = coverColumns(table)
  const cover = galleryCover(table, options)
  const change = (patch: GalleryOptions): void => void view.changeOptions({ ...options, ...patch })
  const isFixed = view.onlyMe !== undefined
  if (columns.length === 0) return <p className={styles.note}>{t('gallery.cover.noColumns', { table: table.title })}</p>
  return (
    <div className={styles.panel}>
      <Select
        label={t('gallery.cover.from')}
        size="sm"
        data-autofocus
        disabled={isFixed}
        value={cover?.column.name ?? none}
        options={[
          { value: none, label: t('gallery.cover.none'), icon: <Icon name="blank" /> },
          ...columns.map(({ name, title, uiType }) => ({
            value: name,
            label: title,
            icon: <TypeIcon uiType={uiType} />,
          })),
        ]}
        onChange={(name) =>
          name === none ? change({ hideCover: true }) : change({ coverColumn: name, hideCover: false })
        }
      />
      {cover && (
        <fieldset className={styles.fit} disabled={isFixed}>
          <Segments<CoverFit>
            label={t('gallery.cover.fit')}
            value={cover.fit}
            options={coverFits.map((fit) => ({ value: fit, label: t(`gallery.cover.fits.${fit}`) }))}
            onChange={(coverFit) => change({ coverFit })}
          />
        </fieldset>
      )}
      {cover !== undefined && columnType(cover.column.uiType).covers === 'web' && (
        <p className={styles.note}>{t('gallery.cover.calls')}</p>
      )}
      {isFixed && (
        <p className={styles.note}>{t(view.onlyMe === 'locked' ? 'gallery.cover.locked' : 'gallery.cover.role')}</p>
      )}
    </div>
  )
}
