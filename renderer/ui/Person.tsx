import type { ReactNode } from 'react'
import { Avatar } from './Chip'
import styles from './Person.module.css'

export interface PersonProps {
  readonly email: string
  /** Full name; without one, the address is the name. */
  readonly name?: string | undefined
  /** The name as a link, for example to the page of the person. */
  readonly link?: (name: string) => ReactNode
  /** After the name: “You”, “Suspended”. */
  readonly badges?: ReactNode
  /** Instead of the address; null for nothing. */
  readonly second?: ReactNode
  /** Instead of the picture. */
  readonly picture?: ReactNode
}

/** Picture, name and address of a person in a list. Long names and addresses are cut, and whole in the tooltip. */
export function Person({ email, name, link, badges, second, picture }: PersonProps) {
  const shown = name === undefined || name === '' ? email : name
  const below = second === undefined ? (shown === email ? null : email) : second
  return (
    <span className={styles.person}>
      {picture ?? <Avatar name={email} shown={shown} />}
      <span className={styles.names}>
        <span className={styles.name} title={shown}>
          {link?.(shown) ?? <bdi>{shown}</bdi>}
          {badges}
        </span>
        {below !== null && (
          <bdi className={styles.second} title={typeof below === 'string' ? below : undefined}>
            {below}
          </bdi>
        )}
      </span>
    </span>
  )
}
