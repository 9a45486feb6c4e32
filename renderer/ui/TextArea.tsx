import { directionOfValue } from '@renderer/i18n'
import type { TextareaHTMLAttributes } from 'react'
import { classes } from './classes'
import { Field, type FieldProps } from './Field'
import styles from './Field.module.css'

export interface TextAreaProps
  extends FieldProps, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'onChange' | 'value'> {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Code and JSON: letters of one width, never spelled. */
  readonly mono?: boolean
}

/** Several lines of text. */
export function TextArea({
  label,
  hint,
  error,
  reserveNote,
  className,
  value,
  onChange,
  rows = 2,
  mono = false,
  dir = mono ? 'ltr' : directionOfValue(value),
  ...rest
}: TextAreaProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      {...(reserveNote === undefined ? {} : { reserveNote })}
      className={className}
    >
      {(control) => (
        <div className={styles.box} data-invalid={control['aria-invalid']}>
          <textarea
            {...rest}
            {...control}
            dir={dir}
            rows={rows}
            className={classes(styles.input, styles.area, mono && styles.mono)}
            spellCheck={!mono}
            translate={mono ? 'no' : undefined}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        </div>
      )}
    </Field>
  )
}
