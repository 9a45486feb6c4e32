import type { ListedRole } from '@common/operations/access'
import { roleName, useTranslation } from '@renderer/i18n'
import { Button, Menu, MenuItem } from '@renderer/ui'
import type { ReactNode } from 'react'
import { useRoleAbout } from './role-about'
import styles from './team.module.css'

export interface RoleMenuProps {
  /** Role that is held now. */
  readonly role: string
  readonly roleTitle: string | null
  readonly roles: readonly ListedRole[]
  /** Name of the person, for readers. */
  readonly person: string
  readonly loading?: boolean
  readonly onChoose: (role: ListedRole) => void
  /** Further items, after a divider. */
  readonly children?: ReactNode
}

/** The role of a person, as a menu of the roles that the user may give. */
export function RoleMenu({ role, roleTitle, roles, person, loading = false, onChoose, children }: RoleMenuProps) {
  const { t } = useTranslation()
  const about = useRoleAbout()
  const name = roleName({ role, roleTitle })
  return (
    <Menu
      align="end"
      width={272}
      target={
        <Button
          kind="quiet"
          className={styles.roleButton}
          endIcon="chevronDown"
          loading={loading}
          aria-label={t('team.people.roleOf', { person, role: name })}
        >
          <span className={styles.roleName}>{name}</span>
        </Button>
      }
    >
      {roles
        .filter((each) => each.givable)
        .map((each) => (
          <MenuItem
            key={each.id}
            chosen={each.id === role}
            description={about(each)}
            onClick={() => {
              if (each.id !== role) onChoose(each)
            }}
          >
            {roleName({ role: each.id, roleTitle: each.title })}
          </MenuItem>
        ))}
      {children}
    </Menu>
  )
}
