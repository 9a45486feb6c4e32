import type { InstallationSettings } from '@common/operations/installation-settings'
import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, Buttons, FieldForm, Section, TextArea } from '@renderer/ui'
import { useState } from 'react'

const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter((line) => line !== '')

/** Origins of other web pages that may call the API (CORS). Takes effect at once. */
export function OriginsSection({ settings }: { readonly settings: InstallationSettings }) {
  const { t } = useTranslation()
  const save = useCommand('installationSettingsSave')
  const [draft, setDraft] = useState<string>()
  const isFixed = settings.fixed.includes('allowedOrigins')
  const stored = settings.allowedOrigins.join('\n')
  const value = draft ?? stored

  async function submit(): Promise<void> {
    await save.mutateAsync({ args: { allowedOrigins: linesOf(value) }, silent: true })
    setDraft(undefined)
  }

  return (
    <Section title={t('installation.origins.title')}>
      <FieldForm onSubmit={submit}>
        <TextArea
          aria-label={t('installation.origins.title')}
          value={value}
          onChange={setDraft}
          placeholder={t('installation.origins.example')}
          rows={3}
          mono
          readOnly={isFixed}
          maxLength={30_000}
          hint={t(isFixed ? 'installation.fixed' : 'installation.origins.hint')}
          error={save.error === null ? null : messageOf(save.error)}
        />
        {!isFixed && (
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
        )}
      </FieldForm>
    </Section>
  )
}
