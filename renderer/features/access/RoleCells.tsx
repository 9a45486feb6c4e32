import { memo, useTranslation } from '@renderer/i18n'
import { classes, IconButton } from '@renderer/ui'
import styles from './access.module.css'
import { draftKey, draftsOf, useDrafts } from './drafts'
import { isForbidden, shownRights, storedRules, withRight } from './rules'
import { Tick } from './Tick'
import { rulesOfRole, useEdit, type RoleColumn, type RulesEntry } from './use-access'

export interface RoleCellsProps {
  readonly projectId: string
  readonly entry: RulesEntry
  readonly role: RoleColumn
  /** Row and first column in the matrix. */
  readonly row: number
  readonly column: number
  /** The focusable column, if it is among these. */
  readonly focusable: number | undefined
  readonly isOpen: boolean
  readonly onOpen: (table: string, role: string) => void
}

/** The rights of one role on one table. */
export const RoleCells = memo(function RoleCells(props: RoleCellsProps) {
  const { projectId, entry, role, row, column, focusable, isOpen, onOpen } = props
  const { t } = useTranslation()
  const edit = useEdit(projectId)
  const unsaved = useDrafts((state) => draftsOf(projectId)(state)[draftKey(entry.table, role.id)])
  const of = rulesOfRole(entry, role.id)
  if (of === undefined) return <div className={styles.rights} role="presentation" />
  const stored = storedRules(of)
  const rules = unsaved ?? stored
  const count = Object.keys(rules.columns).length + (rules.rows === null ? 0 : 1)
  const names = { table: entry.title, role: role.name }
  const reasonOf = (right: (typeof shownRights)[number]): string | undefined => {
    if (!of.granted[right])
      return t(entry.type === 'view' ? 'access.sqlView' : 'access.notGranted', { role: role.name })
    return role.isEditable ? undefined : t('access.notYours')
  }
  return (
    <div
      className={classes(styles.rights, !rules.read && styles.closed, of.disabled && styles.disabled)}
      data-role={role.id}
    >
      {shownRights.map((right, at) => (
        <div key={right} role="gridcell" aria-colindex={column + at + 1}>
          <Tick
            state={rules[right] ? 'on' : 'off'}
            label={t('access.tick', { right, ...names })}
            at={`${row},${column + at}`}
            isFocusable={focusable === column + at}
            reason={reasonOf(right)}
            isGranted={of.granted[right]}
            forbidden={isForbidden(rules, of.granted, right) ? t('access.byRule') : undefined}
            isChanged={rules[right] !== stored[right]}
            onToggle={() => edit([entry], [role], (now, granted) => withRight(now, granted, right, !now[right]))}
          />
        </div>
      ))}
      <div role="gridcell" aria-colindex={column + shownRights.length + 1}>
        <IconButton
          icon="pencil"
          size="xs"
          label={count > 0 ? t('access.rulesOf', { count, ...names }) : t('access.editRules', names)}
          on={isOpen || undefined}
          data-at={`${row},${column + shownRights.length}`}
          tabIndex={focusable === column + shownRights.length ? 0 : -1}
          className={count > 0 ? styles.ruled : styles.unruled}
          badge={count > 0 ? <span className={styles.count}>{count}</span> : undefined}
          onClick={() => onOpen(entry.table, role.id)}
        />
      </div>
    </div>
  )
})
