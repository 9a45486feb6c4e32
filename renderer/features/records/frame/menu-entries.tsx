import { MenuDivider, MenuItem, type IconName } from '@renderer/ui'
import { Fragment } from 'react'

/** One entry of a grid menu, as data. Parts of the grid add entries independently of each other. */
export interface MenuEntry<Group extends string = string> {
  readonly id: string
  /** Entries of a group are adjacent, with a divider between groups. */
  readonly group: Group
  readonly label: string
  readonly icon?: IconName
  /** Chord that does the same. */
  readonly keys?: string
  readonly danger?: boolean
  readonly disabled?: boolean
  readonly run: () => void
}

/** Groups of the menu of cells and rows, in display order. */
export const cellMenuGroups = ['cell', 'clipboard', 'filter', 'record', 'rows', 'delete'] as const
export type CellMenuEntry = MenuEntry<(typeof cellMenuGroups)[number]>

/** Groups of the menu of a header, in display order. */
export const headerMenuGroups = ['sort', 'filter', 'show', 'column', 'delete'] as const
export type HeaderMenuEntry = MenuEntry<(typeof headerMenuGroups)[number]>

export interface MenuEntriesProps<Group extends string> {
  readonly groups: readonly Group[]
  readonly entries: readonly MenuEntry<Group>[]
}

/** Draws entries by their groups. Within a group, they follow the order of the parts. */
export function MenuEntries<Group extends string>({ groups, entries }: MenuEntriesProps<Group>) {
  const shown = groups
    .map((group) => ({ group, lines: entries.filter((entry) => entry.group === group) }))
    .filter(({ lines }) => lines.length > 0)
  return shown.map(({ group, lines }, at) => (
    <Fragment key={group}>
      {at > 0 && <MenuDivider />}
      {lines.map(({ id, label, icon, keys, danger = false, disabled = false, run }) => (
        <MenuItem key={id} {...(icon && { icon })} keys={keys} danger={danger} disabled={disabled} onClick={run}>
          {label}
        </MenuItem>
      ))}
    </Fragment>
  ))
}
