import { useTranslation } from '@renderer/i18n'
import { PasswordField } from '@renderer/ui'
import { useRef, useState, type Ref } from 'react'
import { problemOf } from '../validate'
import { passwordStrength } from './strength'
import meter from './recovery.module.css'

type Part = 'password' | 'again'

/** A new password that is typed twice. */
export interface NewPassword {
  readonly password: string
  /** Shows the problems, focuses the first one, and returns true if there is none. */
  readonly check: () => boolean
  readonly clear: () => void
  readonly fields: Omit<NewPasswordFieldsProps, 'size' | 'autoFocus'>
}

interface NewPasswordFieldsProps {
  readonly values: Readonly<Record<Part, string>>
  readonly errors: Readonly<Record<Part, string | null>>
  readonly inputs: Readonly<Record<Part, Ref<HTMLInputElement>>>
  readonly onChange: (part: Part, value: string) => void
  readonly onLeave: (part: Part) => void
  readonly size?: 'md' | 'lg'
  readonly autoFocus?: boolean
}

const nothing = { password: '', again: '' }

/** Holds the two fields of a new password and what is wrong with them. */
export function useNewPassword(): NewPassword {
  const { t } = useTranslation()
  const [values, setValues] = useState(nothing)
  const [checked, setChecked] = useState({ password: false, again: false })
  const inputs = { password: useRef<HTMLInputElement>(null), again: useRef<HTMLInputElement>(null) }
  const problems = {
    password: problemOf('password', values.password),
    again: values.again === values.password ? null : ('recovery.different' as const),
  }
  const errorOf = (part: Part): string | null => {
    const problem = checked[part] ? problems[part] : null
    return problem === null ? null : t(problem)
  }
  return {
    password: values.password,
    check: () => {
      setChecked({ password: true, again: true })
      const invalid = (['password', 'again'] as const).find((part) => problems[part] !== null)
      if (invalid !== undefined) inputs[invalid].current?.focus()
      return invalid === undefined
    },
    clear: () => {
      setValues(nothing)
      setChecked({ password: false, again: false })
    },
    fields: {
      values,
      errors: { password: errorOf('password'), again: errorOf('again') },
      inputs,
      onChange: (part, value) => setValues({ ...values, [part]: value }),
      onLeave: (part) => {
        if (values[part] !== '') setChecked((before) => ({ ...before, [part]: true }))
      },
    },
  }
}

/** Two fields for a new password, and a meter of its strength (ui §10). */
export function NewPasswordFields({
  values,
  errors,
  inputs,
  onChange,
  onLeave,
  size = 'md',
  autoFocus = false,
}: NewPasswordFieldsProps) {
  const { t } = useTranslation()
  const strength = passwordStrength(values.password)
  return (
    <>
      <PasswordField
        ref={inputs.password}
        label={t('recovery.newPassword')}
        name="new-password"
        autoComplete="new-password"
        autoFocus={autoFocus}
        size={size}
        value={values.password}
        onChange={(password) => onChange('password', password)}
        onBlur={() => onLeave('password')}
        error={errors.password}
        hint={
          <span className={meter.meter} data-strength={strength}>
            <span className={meter.bar} aria-hidden="true" />
            {values.password === '' ? t('auth.passwordHint') : t(`recovery.strength.${strength}`)}
          </span>
        }
      />
      <PasswordField
        ref={inputs.again}
        label={t('recovery.passwordAgain')}
        name="password-again"
        autoComplete="new-password"
        size={size}
        value={values.again}
        onChange={(again) => onChange('again', again)}
        onBlur={() => onLeave('again')}
        error={errors.again}
        reserveNote
      />
    </>
  )
}
