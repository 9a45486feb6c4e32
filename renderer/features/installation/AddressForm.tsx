import type { InstallationSettings } from '@common/operations/installation-settings'
import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, Buttons, FieldForm, TextField } from '@renderer/ui'
import { useState } from 'react'

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
  const { t } = useTranslation()
  const save = useCommand('installationSettingsSave')
  const [draft, setDraft] = useState<string>()
  const isFixed = settings.fixed.some((each) => each === name)
  const stored = settings[name] ?? ''
  const value = draft ?? stored

  async function submit(): Promise<void> {
    const address = value.trim()
    await save.mutateAsync({ args: { [name]: address === '' ? null : address }, silent: true })
    setDraft(undefined)
  }

  return (
    <FieldForm onSubmit={submit}>
      <TextField
        {...(withLabel ? { label: text } : { 'aria-label': text })}
        type="url"
        value={value}
        onChange={setDraft}
        placeholder={placeholder}
        readOnly={isFixed}
        spellCheck={false}
        maxLength={2_000}
        hint={isFixed ? t('installation.fixed') : hint}
        error={save.error === null ? null : messageOf(save.error)}
      />
      {!isFixed && (
        <Buttons>
          <Button
            size="md"
            type="submit"
            loading={save.isPending}
            disabledReason={value.trim() === stored ? t('installation.unchanged') : undefined}
          >
            {t('installation.save')}
          </Button>
        </Buttons>
      )}
    </FieldForm>
  )
}
