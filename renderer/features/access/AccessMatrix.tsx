import { useTranslation } from '@renderer/i18n'
import { Matrix } from './Matrix'
import { MatrixHead } from './MatrixHead'
import { RoleCells } from './RoleCells'
import { roleWidth } from './role-width'
import { shownRights } from './rules'
import { TableCell } from './TableCell'
import type { RoleColumn, RulesEntry } from './use-access'

export interface AccessMatrixProps {
  readonly projectId: string
  readonly entries: readonly RulesEntry[]
  readonly roles: readonly RoleColumn[]
  /** The table and role whose rules are open beside the matrix. */
  readonly opened: { readonly table: string; readonly role: string } | undefined
  readonly onOpen: (table: string, role: string) => void
  readonly onOpenTable: (name: string) => void
}

/** Ticks and the button of a role. */
const columnsOfRole = shownRights.length + 1

/** Tables down, roles across. */
export function AccessMatrix(props: AccessMatrixProps) {
  const { projectId, entries, roles, opened, onOpen, onOpenTable } = props
  const { t } = useTranslation()
  return (
    <Matrix
      label={t('access.title')}
      count={entries.length}
      keyOf={(row) => entries[row]?.table ?? ''}
      first={0}
      last={roles.length * columnsOfRole}
      roles={roles.length}
      roleWidth={roleWidth()}
      corner={t('access.tables', { count: entries.length })}
      head={(focusable) =>
        roles.map((role, index) => (
          <MatrixHead
            key={role.id}
            projectId={projectId}
            entries={entries}
            role={role}
            column={1 + index * columnsOfRole}
            focusable={focusable}
          />
        ))
      }
      row={(row, focusable) => {
        const entry = entries[row]
        if (entry === undefined) return null
        return (
          <>
            <TableCell
              projectId={projectId}
              entry={entry}
              roles={roles}
              row={row}
              isFocusable={focusable === 0}
              onOpenTable={onOpenTable}
            />
            {roles.map((role, index) => {
              const column = 1 + index * columnsOfRole
              const isHere = focusable !== undefined && focusable >= column && focusable < column + columnsOfRole
              return (
                <RoleCells
                  key={role.id}
                  projectId={projectId}
                  entry={entry}
                  role={role}
                  row={row}
                  column={column}
                  focusable={isHere ? focusable : undefined}
                  isOpen={opened?.table === entry.table && opened.role === role.id}
                  onOpen={onOpen}
                />
              )
            })}
          </>
        )
      }}
    />
  )
}
