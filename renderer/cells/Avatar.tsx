import { colorOf, initials } from '@common/columns/values/person'
import styles from './cells.module.css'

/** Initials of a person, as cells show them. Decoration: the address is beside it. */
export function Avatar({ name }: { readonly name: string }) {
  const color = colorOf(name)
  return (
    <span
      className={styles.avatar}
      style={{ background: `var(--c-${color})`, color: `var(--k-${color})` }}
      data-initials={initials(name)}
      aria-hidden="true"
    />
  )
}
