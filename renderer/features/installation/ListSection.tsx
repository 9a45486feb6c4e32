import type { InstallationSettings } from '@common/operations/installation-settings'
import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, Buttons, FieldForm, Section, TextArea } from '@renderer/ui'
import { useState } from 'react'
import { typedWords } from '@common/util/typed-list'

/** Texts of each list: `installation.{…}.title` and so on. */
const textsOf = { allowedOrigins: 'origins', outboundHosts: 'outbound' } as const

export interface ListSectionProps {
  readonly settings: InstallationSettings
  /**
   * `allowedOrigins`: other web pages that may call the API (CORS). `outboundHosts`: hosts of private networks that
   * requests of users may reach.
   */
  readonly name: keyof typeof textsOf
}

/** A list of addresses, one a line. Takes effect at once. */
export function ListSection({ settings, name }: ListSectionProps) {
  const { t } = useTranslation()
  const save = useCommand('installationSettingsSave')
  const [draft, setDraft] = useState<string>()
  const texts = textsOf[name]
  const isFixed = settings.fixed.some((each) => each === name)
  const stored = settings[name].join('\n')
  const value = draft ?? stored
  const list = typedWords(value)

  async function submit(): Promise<void> {
    await save.mutateAsync({ args: { [name]: list }, silent: true })
    setDraft(undefined)
  }

  return (
    <Section title={t(`installation.${texts}.title`)}>
      <FieldForm onSubmit={submit}>
        <TextArea
          aria-label={t(`installation.${texts}.title`)}
          value={value}
          onChange={setDraft}
          placeholder={t(`installation.${texts}.example`)}
          rows={3}
          mono
          readOnly={isFixed}
          maxLength={30_000}
          hint={isFixed ? t('installation.fixed') : t(`installation.${texts}.hint`)}
          error={save.error === null ? null : messageOf(save.error)}
        />
        {!isFixed && (
          <Buttons>
            <Button
              size="md"
              type="submit"
              loading={save.isPending}
              disabledReason={list.join('\n') === stored ? t('installation.unchanged') : undefined}
            >
              {t('installation.save')}
            </Button>
          </Buttons>
        )}
      </FieldForm>
    </Section>
  )
}
