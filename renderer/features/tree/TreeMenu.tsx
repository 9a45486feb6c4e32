import type { TableSummary } from '@common/model'
import type { View, ViewKind } from '@common/views'
import { PointMenu } from '@renderer/features/records'
import { allViewKinds, viewKindOf } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import { MenuDivider, MenuItem, type IconName } from '@renderer/ui'
import type { TreeItem } from './tree-nodes'

/** The actions of a line's menu; undefined if the user may not perform them or they don't apply. */
export interface TreeMenuActions {
  readonly open: () => void
  readonly openBeside: () => void
  readonly rename: (() => void) | undefined
  readonly duplicate: (() => void) | undefined
  readonly icon: (() => void) | undefined
  readonly mark: (() => void) | undefined
  readonly isMarked: boolean
  readonly up: (() => void) | undefined
  readonly down: (() => void) | undefined
  readonly createView: ((kind: ViewKind) => void) | undefined
  /** Creates an object of the group. */
  readonly create: (() => void) | undefined
  readonly copyName: (() => void) | undefined
  readonly copyLink: () => void
  readonly copyApi: (() => void) | undefined
  /** Items of other screens for a table. */
  readonly more: readonly TableMenuEntry[]
  readonly remove: (() => void) | undefined
}

/** A table action of another screen, such as showing it in the diagram or exporting it. */
export interface TableMenuEntry {
  readonly id: string
  readonly icon: IconName
  readonly label: string
  /** True if it applies to a view of a table, or to the table itself. Default: applies to all. */
  readonly isFor?: (view: View | undefined, table: TableSummary) => boolean
  readonly run: (table: TableSummary, view: View | undefined) => void
}

export interface TreeMenuProps {
  readonly line: TreeItem
  readonly title: string
  readonly x: number
  readonly y: number
  readonly actions: TreeMenuActions
  readonly onClose: () => void
}

/** The menu of a tree line: at the pointer, or below the line if opened by keyboard. */
export function TreeMenu({ line, title, x, y, actions, onClose }: TreeMenuProps) {
  const { t } = useTranslation()
  const does = actions
  const isPlace = line.kind === 'table' || line.kind === 'view'
  return (
    <PointMenu at={{ x, y, width: 1, height: 1 }} label={t('tree.menu.more', { table: title })} onClose={onClose}>
      {isPlace && (
        <>
          <MenuItem
            icon={line.kind === 'view' ? viewKindOf(line.view.kind).icon : 'table'}
            keys="Enter"
            onClick={does.open}
          >
            {t('tree.menu.open')}
          </MenuItem>
          <MenuItem icon="window" onClick={does.openBeside}>
            {t('tree.menu.openBeside')}
          </MenuItem>
        </>
      )}
      {does.mark && (
        <MenuItem icon="star" onClick={does.mark}>
          {t(does.isMarked ? 'tree.menu.unmark' : 'tree.menu.mark')}
        </MenuItem>
      )}
      {(does.rename ?? does.duplicate ?? does.icon) && <MenuDivider />}
      {does.rename && (
        <MenuItem icon="pencil" keys="F2" onClick={does.rename}>
          {t('tree.menu.rename')}
        </MenuItem>
      )}
      {does.duplicate && (
        <MenuItem icon="duplicate" onClick={does.duplicate}>
          {t('tree.menu.duplicate')}
        </MenuItem>
      )}
      {does.icon && (
        <MenuItem icon="palette" onClick={does.icon}>
          {t('tree.menu.icon')}
        </MenuItem>
      )}
      {does.createView && (
        <>
          <MenuDivider />
          {allViewKinds.map(({ kind, icon }) => (
            <MenuItem key={kind} icon={icon} onClick={() => does.createView?.(kind)}>
              {t(`views.create.${kind}`)}
            </MenuItem>
          ))}
        </>
      )}
      {(does.up ?? does.down) && (
        <>
          <MenuDivider />
          {does.up && (
            <MenuItem icon="arrowUp" keys="Alt+ArrowUp" onClick={does.up}>
              {t('tree.menu.up')}
            </MenuItem>
          )}
          {does.down && (
            <MenuItem icon="arrowDown" keys="Alt+ArrowDown" onClick={does.down}>
              {t('tree.menu.down')}
            </MenuItem>
          )}
        </>
      )}
      {isPlace && (
        <>
          <MenuDivider />
          {does.more.map(({ id, icon, label, run }) => (
            <MenuItem
              key={id}
              icon={icon}
              onClick={() => run(line.table, line.kind === 'view' ? line.view : undefined)}
            >
              {label}
            </MenuItem>
          ))}
          {does.copyName && (
            <MenuItem icon="copy" onClick={does.copyName}>
              {t('tree.menu.copyName')}
            </MenuItem>
          )}
          <MenuItem icon="link" onClick={does.copyLink}>
            {t('tree.menu.copyLink')}
          </MenuItem>
          {does.copyApi && (
            <MenuItem icon="code" onClick={does.copyApi}>
              {t('tree.menu.copyApi')}
            </MenuItem>
          )}
        </>
      )}
      {line.kind === 'routine' && (
        <MenuItem icon={line.group === 'sequences' ? 'hash' : 'function'} keys="Enter" onClick={does.open}>
          {t('tree.menu.open')}
        </MenuItem>
      )}
      {line.kind === 'routine' && does.copyName && (
        <MenuItem icon="copy" onClick={does.copyName}>
          {t('tree.menu.copyName')}
        </MenuItem>
      )}
      {does.create && line.kind === 'group' && (
        <MenuItem icon="plus" onClick={does.create}>
          {line.group === 'tables'
            ? t('tree.newTable')
            : line.group === 'views'
              ? t('tree.newView')
              : t('tree.newRoutine', { group: line.group })}
        </MenuItem>
      )}
      {does.remove && (
        <>
          <MenuDivider />
          <MenuItem icon="trash" danger keys="Delete" onClick={does.remove}>
            {t('tree.menu.delete')}
          </MenuItem>
        </>
      )}
    </PointMenu>
  )
}
