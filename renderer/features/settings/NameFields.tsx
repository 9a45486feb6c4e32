import { useTranslation } from '@renderer/i18n'
import { FieldPair, TextField } from '@renderer/ui'

/** Characters of each name (`userUpdate`). */
const nameMax = 120

export interface Names {
  readonly firstName: string
  readonly lastName: string
}

export interface NameFieldsProps {
  readonly value: Names
  readonly onChange: (names: Names) => void
  /** True for the user's own names, which the browser may know. */
  readonly own?: boolean
}

/** First and last name of a person, side by side. */
export function NameFields({ value, onChange, own = false }: NameFieldsProps) {
  const { t } = useTranslation()
  const known = (name: string) => (own ? { name, autoComplete: name } : {})
  return (
    <FieldPair>
      <TextField
        label={t('settings.profile.firstName')}
        maxLength={nameMax}
        value={value.firstName}
        onChange={(firstName) => onChange({ firstName, lastName: value.lastName })}
        {...known('given-name')}
      />
      <TextField
        label={t('settings.profile.lastName')}
        maxLength={nameMax}
        value={value.lastName}
        onChange={(lastName) => onChange({ firstName: value.firstName, lastName })}
        {...known('family-name')}
      />
    </FieldPair>
  )
}
