import { colorOf, initials } from '@common/columns/values/person'
import styles from './cells.module.css'
import { useFace } from './faces'

/** The picture of a person as cells show it, or initials. Decoration: the address is beside it. */
export function Avatar({ name }: { readonly name: string }) {
  const color = colorOf(name)
  const picture = useFace(name)
  if (picture !== null) return <img className={styles.avatar} src={picture} alt="" />
  return (
    <span
      className={styles.avatar}
      style={{ background: `var(--c-${color})`, color: `var(--k-${color})` }}
      data-initials={initials(name)}
      aria-hidden="true"
    />
  )
}
