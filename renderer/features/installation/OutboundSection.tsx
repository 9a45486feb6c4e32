import type { InstallationSettings } from '@common/operations/installation-settings'
import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, Buttons, FieldForm, Section, TextArea } from '@renderer/ui'
import { useState } from 'react'

const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter((line) => line !== '')

/** Hosts of private networks that requests of users may reach. Takes effect at once. */
export function OutboundSection({ settings }: { readonly settings: InstallationSettings }) {
  const { t } = useTranslation()
  const save = useCommand('installationSettingsSave')
  const [draft, setDraft] = useState<string>()
  const stored = settings.outboundHosts.join('\n')
  const value = draft ?? stored

  async function submit(): Promise<void> {
    await save.mutateAsync({ args: { outboundHosts: linesOf(value) }, silent: true })
    setDraft(undefined)
  }

  return (
    <Section title={t('installation.outbound.title')}>
      <FieldForm onSubmit={submit}>
        <TextArea
          aria-label={t('installation.outbound.title')}
          value={value}
          onChange={setDraft}
          placeholder={t('installation.outbound.example')}
          rows={3}
          mono
          maxLength={30_000}
          hint={t('installation.outbound.hint')}
          error={save.error === null ? null : messageOf(save.error)}
        />
        <Buttons>
          <Button
            size="md"
            type="submit"
            loading={save.isPending}
            disabledReason={linesOf(value).join('\n') === stored ? t('installation.unchanged') : undefined}
          >
            {t('installation.save')}
          </Button>
        </Buttons>
      </FieldForm>
    </Section>
  )
}
