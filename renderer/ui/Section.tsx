import { useId, type ReactNode } from 'react'
import styles from './Section.module.css'

export interface SectionProps {
  readonly title?: string
  /** A sentence below the title. */
  readonly text?: ReactNode
  /** Controls at the end of the title's line. */
  readonly actions?: ReactNode
  /** Accessible name of a section without a title. */
  readonly label?: string
  readonly children: ReactNode
}

/** A part of a page of settings: title, sentence, content. A line divides it from the part above. */
export function Section({ title, text, actions, label, children }: SectionProps) {
  const id = useId()
  return (
    <section
      className={styles.section}
      {...(title === undefined ? { 'aria-label': label } : { 'aria-labelledby': id })}
    >
      {(title !== undefined || text !== undefined || actions !== undefined) && (
        <div className={styles.head}>
          <div className={styles.words}>
            {title !== undefined && <h2 id={id}>{title}</h2>}
            {text !== undefined && <p>{text}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  )
}
