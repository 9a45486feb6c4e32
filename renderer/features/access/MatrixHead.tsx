import type { TableRight } from '@common/principal/access'
import { preview } from '@renderer/features/preview'
import { useTranslation } from '@renderer/i18n'
import { why } from '@renderer/stores'
import { IconButton, Menu, MenuDivider, MenuItem } from '@renderer/ui'
import styles from './access.module.css'
import { draftsOf, useDrafts } from './drafts'
import { shownRights, tickOf, withoutRules, withRight, withRights } from './rules'
import { RoleChip } from './RoleChip'
import { Tick } from './Tick'
import { rulesNow, rulesOfRole, useEdit, type RoleColumn, type RulesEntry } from './use-access'

export interface MatrixHeadProps {
  readonly projectId: string
  /** The tables on which the ticks and menus act: those that the filter shows. */
  readonly entries: readonly RulesEntry[]
  readonly role: RoleColumn
  readonly column: number
  readonly focusable: number | undefined
}

const sets: Readonly<Record<'all' | 'read' | 'none', readonly TableRight[]>> = {
  all: shownRights,
  read: ['read'],
  none: [],
}

/** A role above its rights: ticks for all tables, and a menu. */
export function MatrixHead({ projectId, entries, role, column, focusable }: MatrixHeadProps) {
  const { t } = useTranslation()
  const edit = useEdit(projectId)
  const unsaved = useDrafts(draftsOf(projectId))
  const granted = (right: TableRight): RulesEntry[] =>
    entries.filter((entry) => rulesOfRole(entry, role.id)?.granted[right] === true)
  const tickOfRight = (right: TableRight) =>
    tickOf(
      granted(right).map((entry) => {
        const of = rulesOfRole(entry, role.id)
        return of !== undefined && rulesNow(entry, of, unsaved)[right]
      }),
    )
  const setAll = (allowed: readonly TableRight[]): void =>
    edit(entries, [role], (rules, grants) => withRights(rules, grants, allowed))
  return (
    <div className={styles.roleHead} role="presentation">
      <div className={styles.roleName} role="columnheader" aria-colindex={column + shownRights.length + 1}>
        <RoleChip role={role} />
        <Menu
          align="end"
          width={240}
          target={
            <IconButton
              icon="more"
              size="xs"
              label={t('access.roleMenu', { role: role.name })}
              data-at={`-1,${column + shownRights.length}`}
              tabIndex={focusable === column + shownRights.length ? 0 : -1}
            />
          }
        >
          {(['all', 'read', 'none'] as const).map((set) => (
            <MenuItem key={set} disabled={!role.isEditable} onClick={() => setAll(sets[set])}>
              {t(`access.sets.${set}`)}
            </MenuItem>
          ))}
          <MenuItem icon="undo" disabled={!role.isEditable} onClick={() => edit(entries, [role], withoutRules)}>
            {t('access.reset')}
          </MenuItem>
          <MenuDivider />
          <MenuItem
            icon="masks"
            onClick={() => preview.begin({ role: role.id, title: role.isSystem ? null : role.name })}
          >
            {t('access.previewRole')}
          </MenuItem>
          <MenuItem icon="help" onClick={() => why.ask({ role: role.id })}>
            {t('access.why')}
          </MenuItem>
        </Menu>
      </div>
      <div className={styles.rights}>
        {shownRights.map((right, at) => {
          const state = tickOfRight(right)
          const isGranted = granted(right).length > 0
          return (
            <div key={right} role="columnheader" aria-colindex={column + at + 1} className={styles.rightHead}>
              <span>{t(`access.rights.${right}`)}</span>
              <Tick
                state={state}
                label={t('access.tickAll', { right, role: role.name })}
                at={`-1,${column + at}`}
                isFocusable={focusable === column + at}
                isGranted={isGranted}
                reason={
                  !isGranted
                    ? t('access.notGranted', { role: role.name })
                    : role.isEditable
                      ? undefined
                      : t('access.notYours')
                }
                onToggle={() =>
                  edit(entries, [role], (rules, grants) => withRight(rules, grants, right, state !== 'on'))
                }
              />
            </div>
          )
        })}
      </div>
    </div>
  )
}
