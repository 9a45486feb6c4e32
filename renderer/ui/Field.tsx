import { useId, type ReactNode } from 'react'
import { classes } from './classes'
import styles from './Field.module.css'
import { Icon } from './Icon'

export interface FieldProps {
  readonly label?: ReactNode
  /** A hint below the control; an error replaces it. */
  readonly hint?: ReactNode
  readonly error?: string | null | undefined
  /** Reserves a line below, so that an error doesn't shift the layout (ui.md §7). */
  readonly reserveNote?: boolean
  readonly className?: string | undefined
  /** At the end of the label's line: a link such as “Forgot password?”. */
  readonly labelEnd?: ReactNode
}

/** Asterisk of a required field. Hidden from screen readers, because the control itself announces it. */
export function RequiredMark() {
  return (
    <span className={styles.required} aria-hidden="true">
      *
    </span>
  )
}

export interface FieldControl {
  readonly id: string
  readonly 'aria-invalid': true | undefined
  readonly 'aria-describedby': string | undefined
}

/** Label above, control, hint or error below. The control gets the props that this passes. */
export function Field({
  label,
  hint,
  error,
  reserveNote = false,
  className,
  labelEnd,
  children,
}: FieldProps & { readonly children: (control: FieldControl) => ReactNode }) {
  const id = useId()
  const noteId = `${id}-note`
  const hasError = error !== null && error !== undefined && error !== ''
  const hasNote = hasError || hint !== undefined
  return (
    <div className={classes(styles.field, className)}>
      {label !== undefined && (
        <label className={styles.label} htmlFor={id}>
          {label}
        </label>
      )}
      {children({ id, 'aria-invalid': hasError || undefined, 'aria-describedby': hasNote ? noteId : undefined })}
      {(hasNote || reserveNote) && (
        <div id={noteId} className={styles.note} data-error={hasError || undefined} aria-live="polite">
          {hasError && <Icon name="warning" size={14} />}
          {hasError ? <span>{error}</span> : hint}
        </div>
      )}
      {/* Behind the control, so that Tab leads from field to field. */}
      {labelEnd !== undefined && labelEnd !== false && <span className={styles.labelEnd}>{labelEnd}</span>}
    </div>
  )
}
