import type { InstallationSettings } from '@common/operations/installation-settings'
import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, Buttons, FieldForm, Section, TextField } from '@renderer/ui'
import { useState } from 'react'

/** The address of this Basalt in links of mails and invitations. */
export function AddressSection({ settings }: { readonly settings: InstallationSettings }) {
  const { t } = useTranslation()
  const save = useCommand('installationSettingsSave')
  const [draft, setDraft] = useState<string>()
  const isFixed = settings.fixed.includes('baseUrl')
  const stored = settings.baseUrl ?? ''
  const value = draft ?? stored

  async function submit(): Promise<void> {
    const address = value.trim()
    await save.mutateAsync({ args: { baseUrl: address === '' ? null : address }, silent: true })
    setDraft(undefined)
  }

  return (
    <Section title={t('installation.address')}>
      <FieldForm onSubmit={submit}>
        <TextField
          aria-label={t('installation.address')}
          type="url"
          value={value}
          onChange={setDraft}
          placeholder={t('installation.addressExample')}
          readOnly={isFixed}
          spellCheck={false}
          maxLength={2_000}
          hint={t(isFixed ? 'installation.fixed' : 'installation.addressHint')}
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
    </Section>
  )
}
