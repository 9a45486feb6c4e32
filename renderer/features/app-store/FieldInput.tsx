import { useTranslation } from '@renderer/i18n'
import { PasswordField, TextField } from '@renderer/ui'

export interface FieldInputProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly isSecret: boolean
  /** True for a secret whose stored value stays if the field is empty. */
  readonly isStored: boolean
  readonly maxLength: number
  readonly error: string | null
  readonly placeholder?: string | undefined
  /** Direction of a text. Secrets read from left to right. */
  readonly dir?: 'ltr' | undefined
}

/** One field of a plugin's or a service's form. */
export function FieldInput({ isSecret, isStored, placeholder, dir, ...shown }: FieldInputProps) {
  const { t } = useTranslation()
  return isSecret ? (
    <PasswordField
      {...shown}
      dir="ltr"
      spellCheck={false}
      // Not a password of the user, so the browser's password manager shouldn't fill it in.
      autoComplete="new-password"
      placeholder={isStored ? t('plugins.unchanged') : undefined}
    />
  ) : (
    <TextField {...shown} dir={dir} spellCheck={false} autoComplete="off" placeholder={placeholder} />
  )
}
