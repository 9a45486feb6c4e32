import type { FormEvent, ReactNode } from 'react'
import styles from './Fields.module.css'

interface Children {
  readonly children: ReactNode
}

/** Fields below one another. */
export function Fields({ children }: Children) {
  return <div className={styles.fields}>{children}</div>
}

/** Fields below one another that Enter submits. Rejections of `onSubmit` are for whoever shows them. */
export function FieldForm({
  id,
  onSubmit,
  children,
}: Children & {
  /** For a submit button outside of the form. */
  readonly id?: string
  readonly onSubmit: () => Promise<unknown>
}) {
  return (
    <form
      {...(id !== undefined && { id })}
      className={styles.fields}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onSubmit().catch(() => undefined)
      }}
    >
      {children}
    </form>
  )
}

/** Two short fields side by side; below each other in a narrow window. */
export function FieldPair({ children }: Children) {
  return <div className={styles.pair}>{children}</div>
}

/** Buttons of a form, the main one first. */
export function Buttons({ children }: Children) {
  return <div className={styles.buttons}>{children}</div>
}
