import type { InstallationSettings } from '@common/operations/installation-settings'
import { TextField } from '@renderer/ui'
import { SettingForm } from './SettingForm'

export interface AddressFormProps {
  readonly settings: InstallationSettings
  readonly name: 'baseUrl' | 'templateHost'
  /** Name of the field: above it if `withLabel` is set, else for readers only. */
  readonly text: string
  readonly withLabel?: boolean
  readonly placeholder: string
  readonly hint: string
}

/** A setting with one address, which may be empty. */
export function AddressForm({ settings, name, text, withLabel = false, placeholder, hint }: AddressFormProps) {
  return (
    <SettingForm
      settings={settings}
      name={name}
      stored={settings[name] ?? ''}
      hint={hint}
      trimmed={(typed) => typed.trim()}
      argument={(address) => (address === '' ? null : address)}
      field={(props) => (
        <TextField
          {...(withLabel ? { label: text } : { 'aria-label': text })}
          type="url"
          placeholder={placeholder}
          spellCheck={false}
          maxLength={2_000}
          {...props}
        />
      )}
    />
  )
}
