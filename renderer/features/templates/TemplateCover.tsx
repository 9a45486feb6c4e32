import { classes } from '@renderer/ui'
import { useState, type ReactNode } from 'react'
import { CategoryIcon } from './category-icons'
import { coverOf } from './cover'
import styles from './cover.module.css'

export interface TemplateCoverProps {
  /** Text of a gradient or address of an image, as the template has it. */
  readonly image: string
  readonly title: string
  readonly category: string
  /** True for the head of the detail. */
  readonly large?: boolean
  readonly children?: ReactNode
}

/** The picture of a template: its gradient or image, the icon of its category and a drawn table. */
export function TemplateCover({ image, title, category, large = false, children }: TemplateCoverProps) {
  const [broken, setBroken] = useState<string>()
  const cover = coverOf(broken === image ? '' : image, title)
  return (
    <span
      className={classes(styles.cover, large && styles.large)}
      style={cover.kind === 'gradient' ? { background: cover.background } : undefined}
    >
      {cover.kind === 'image' ? (
        <img src={cover.address} alt="" referrerPolicy="no-referrer" loading="lazy" onError={() => setBroken(image)} />
      ) : (
        <>
          <span className={styles.table} aria-hidden="true" />
          <span className={styles.tile} aria-hidden="true">
            <CategoryIcon category={category} size={large ? 20 : 16} />
          </span>
        </>
      )}
      {children}
    </span>
  )
}
