import { Chip } from '@renderer/ui'
import styles from './access.module.css'
import type { RoleColumn } from './use-access'

/** The name of a role in its colour, cut where the column ends. */
export function RoleChip({ role }: { readonly role: RoleColumn }) {
  return (
    <span className={styles.chip} title={role.name}>
      <Chip color={role.color}>
        <bdi>{role.name}</bdi>
      </Chip>
    </span>
  )
}
