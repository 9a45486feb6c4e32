import type { Column, Table } from '@common/model'
import { coverFits, holdsCovers, type CoverFit } from '@common/views/cover'
import { kanbanCover, stackColumns, type KanbanOptions } from '@common/views/kanban'
import { useOpenedBy } from '@renderer/actions'
import { TypeIcon } from '@renderer/cells'
import type { TableView } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import { Button, Icon, Popover, Segments, Select, Switch } from '@renderer/ui'
import styles from './kanban.module.css'

export interface KanbanPopoverProps {
  readonly view: TableView
  readonly table: Table
  readonly kanban: KanbanOptions
  /** The column that defines the stacks. */
  readonly column: Column | undefined
  readonly onChange: (patch: KanbanOptions) => void
  readonly onAllOpen: (open: boolean) => void
}

/** Toolbar button with the column that defines the stacks. Opens a popover with the other options of the board. */
export function KanbanPopover(props: KanbanPopoverProps) {
  const { column } = props
  const { t } = useTranslation()
  const [opened, setOpened] = useOpenedBy({ id: 'view.stacks', label: 'kanban.stacks', keys: [], area: 'view' })
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={300}
      label={t('kanban.stacks')}
      target={
        <Button kind="quiet" icon="kanban" {...(column && { on: true })} onClick={() => setOpened(!opened)}>
          {column ? t('kanban.stackedBy', { column: column.title }) : t('kanban.stacks')}
        </Button>
      }
    >
      {opened && <KanbanPanel {...props} />}
    </Popover>
  )
}

const none = '\u0000none'

function KanbanPanel({ view, table, kanban, column, onChange, onAllOpen }: KanbanPopoverProps) {
  const { t } = useTranslation()
  const isFixed = view.onlyMe !== undefined
  const cover = kanbanCover(table, kanban)
  const optionsOf = (columns: readonly Column[]) =>
    columns.map(({ name, title, uiType }) => ({ value: name, label: title, icon: <TypeIcon uiType={uiType} /> }))
  return (
    <div className={styles.panel}>
      <Select
        size="sm"
        label={t('kanban.field')}
        data-autofocus
        disabled={isFixed}
        value={column?.name ?? null}
        placeholder={t('kanban.noField')}
        options={optionsOf(stackColumns(table))}
        onChange={(stackColumn) => onChange({ stackColumn })}
      />
      <Select
        size="sm"
        label={t('kanban.cover')}
        disabled={isFixed}
        value={cover?.column.name ?? none}
        options={[
          { value: none, label: t('kanban.noCover'), icon: <Icon name="blank" /> },
          ...optionsOf(table.columns.filter(holdsCovers)),
        ]}
        onChange={(name) => onChange({ coverColumn: name === none ? undefined : name })}
      />
      {cover && (
        <fieldset className={styles.fit} disabled={isFixed}>
          <Segments<CoverFit>
            label={t('kanban.fit')}
            value={cover.fit}
            options={coverFits.map((fit) => ({ value: fit, label: t(`kanban.fits.${fit}`) }))}
            onChange={(coverFit) => onChange({ coverFit })}
          />
        </fieldset>
      )}
      <Switch checked={kanban.hideEmpty === true} disabled={isFixed} onChange={(hideEmpty) => onChange({ hideEmpty })}>
        {t('kanban.hideEmpty')}
      </Switch>
      {isFixed && <p className={styles.note}>{t(view.onlyMe === 'locked' ? 'kanban.locked' : 'kanban.role')}</p>}
      <div className={styles.panelFoot}>
        <Button kind="quiet" icon="fold" onClick={() => onAllOpen(false)}>
          {t('grid.groups.collapseAll')}
        </Button>
        <Button kind="quiet" icon="unfold" onClick={() => onAllOpen(true)}>
          {t('grid.groups.expandAll')}
        </Button>
      </div>
    </div>
  )
}
