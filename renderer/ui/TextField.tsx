import { useState, type InputHTMLAttributes, type ReactNode, type Ref } from 'react'
import { directionOfValue, useTranslation } from '@renderer/i18n'
import { classes } from './classes'
import { Field, type FieldProps } from './Field'
import styles from './Field.module.css'
import { Icon, type IconName } from './Icon'
import { IconButton } from './IconButton'

/** sm 28 in popovers · md 32 · lg 36 on entry pages. */
export type FieldSize = 'sm' | 'md' | 'lg'

export interface TextFieldProps
  extends FieldProps, Omit<InputHTMLAttributes<HTMLInputElement>, 'size' | 'className' | 'onChange' | 'value'> {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly size?: FieldSize
  readonly icon?: IconName
  /** Control inside the field, at its end. */
  readonly end?: ReactNode
  readonly ref?: Ref<HTMLInputElement>
}

/** Addresses read from left to right on every page. */
const fixedDirections: Readonly<Record<string, 'ltr'>> = { email: 'ltr', url: 'ltr' }

/** One line of text. Without a visible label give `aria-label`. */
export function TextField({
  label,
  hint,
  error,
  reserveNote,
  className,
  labelEnd,
  value,
  onChange,
  size = 'md',
  icon,
  end,
  type = 'text',
  dir = fixedDirections[type] ?? directionOfValue(value),
  ...rest
}: TextFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      {...(reserveNote === undefined ? {} : { reserveNote })}
      className={className}
      labelEnd={labelEnd}
    >
      {(control) => (
        <div
          className={classes(styles.box, size !== 'md' && styles[size])}
          data-invalid={control['aria-invalid']}
          data-readonly={rest.readOnly || undefined}
          data-disabled={rest.disabled || undefined}
        >
          {icon !== undefined && <Icon name={icon} size={14} />}
          <input
            {...rest}
            {...control}
            type={type}
            dir={dir}
            className={styles.input}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {end !== undefined && <span className={styles.end}>{end}</span>}
        </div>
      )}
    </Field>
  )
}

/** A password field that can reveal its text. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      spellCheck={false}
      autoCapitalize="none"
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          icon={shown ? 'eyeOff' : 'eye'}
          size="xs"
          label={shown ? t('ui.hidePassword') : t('ui.showPassword')}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
