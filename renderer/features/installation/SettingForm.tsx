import type { InstallationSettings } from '@common/operations/installation-settings'
import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, Buttons, FieldForm } from '@renderer/ui'
import { useState, type ReactNode } from 'react'

export interface SettingFormProps {
  readonly settings: InstallationSettings
  readonly name: 'allowedOrigins' | 'baseUrl' | 'outboundHosts' | 'templateHost'
  /** Stored value as text. */
  readonly stored: string
  readonly hint: string
  /** Normalizes the typed text before it is compared and saved. */
  readonly trimmed: (typed: string) => string
  /** Returns the argument of the command for a trimmed text. */
  readonly argument: (trimmed: string) => string | string[] | null
  readonly field: (props: SettingFieldProps) => ReactNode
}

export interface SettingFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** True if the environment sets it. */
  readonly readOnly: boolean
  readonly hint: string
  readonly error: string | null
}

/** One setting of the installation, with a button that saves it alone. */
export function SettingForm({ settings, name, stored, hint, trimmed, argument, field }: SettingFormProps) {
  const { t } = useTranslation()
  const save = useCommand('installationSettingsSave')
  const [draft, setDraft] = useState<string>()
  const isFixed = settings.fixed.some((each) => each === name)
  const value = draft ?? stored

  async function submit(): Promise<void> {
    await save.mutateAsync({ args: { [name]: argument(trimmed(value)) }, silent: true })
    setDraft(undefined)
  }

  return (
    <FieldForm onSubmit={submit}>
      {field({
        value,
        onChange: setDraft,
        readOnly: isFixed,
        hint: isFixed ? t('installation.fixed') : hint,
        error: save.error === null ? null : messageOf(save.error),
      })}
      {!isFixed && (
        <Buttons>
          <Button
            size="md"
            type="submit"
            loading={save.isPending}
            disabledReason={trimmed(value) === stored ? t('installation.unchanged') : undefined}
          >
            {t('installation.save')}
          </Button>
        </Buttons>
      )}
    </FieldForm>
  )
}
