import { useEffect, useId, useRef, type ReactNode } from 'react'
import styles from './choices.module.css'
import { classes } from './classes'
import { Icon } from './Icon'

export interface SegmentsProps<Value extends string> {
  readonly value: Value
  readonly options: ReadonlyArray<{ readonly value: Value; readonly label: string }>
  readonly onChange: (value: Value) => void
  /** Accessible name of the group. */
  readonly label: string
  readonly size?: 'sm' | 'md'
}

/** A choice from a few options that are always visible. */
export function Segments<Value extends string>({ value, options, onChange, label, size = 'sm' }: SegmentsProps<Value>) {
  const name = useId()
  return (
    <div className={classes(styles.segments, size === 'md' && styles.md)} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  )
}

export interface ToggleProps {
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
  /** Label beside it; without one, set `aria-label`. */
  readonly children?: ReactNode
  readonly 'aria-label'?: string
}

/** A switch that takes effect at once. */
export function Switch({ checked, onChange, children, ...rest }: ToggleProps) {
  return (
    <label className={styles.switch}>
      <input
        {...rest}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles.track} />
      {children}
    </label>
  )
}

/** A checkbox; `indeterminate` if only some of its items are ticked. */
export function Checkbox({
  checked,
  onChange,
  indeterminate = false,
  children,
  ...rest
}: ToggleProps & { readonly indeterminate?: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current !== null) input.current.indeterminate = indeterminate
  }, [indeterminate])
  return (
    <label className={styles.check}>
      <input
        {...rest}
        ref={input}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span className={styles.tick}>
        <Icon name={indeterminate ? 'minus' : 'check'} size={12} />
      </span>
      {children}
    </label>
  )
}
