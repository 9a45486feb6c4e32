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
export function FieldForm({ onSubmit, children }: Children & { readonly onSubmit: () => Promise<unknown> }) {
  return (
    <form
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
