import { historyDaysMax } from '@common/constants'
import type { InstallationSettings } from '@common/operations/installation-settings'
import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, Buttons, ErrorBanner, FieldForm, FieldPair, Section, TextField } from '@renderer/ui'
import { useState } from 'react'

const names = ['historyDays', 'historyThinDays', 'auditDays'] as const
type Name = (typeof names)[number]

const labels = { historyDays: 'days', historyThinDays: 'thinDays', auditDays: 'auditDays' } as const

/** How long histories go back, and when they are thinned. */
export function HistorySection({ settings }: { readonly settings: InstallationSettings }) {
  const { t } = useTranslation()
  const save = useCommand('installationSettingsSave')
  const [draft, setDraft] = useState<Partial<Record<Name, string>>>({})
  const valueOf = (name: Name): string => draft[name] ?? String(settings[name])
  const changed = names.filter((name) => valueOf(name).trim() !== String(settings[name]))
  const wrong = changed.filter((name) => !isDays(valueOf(name)))

  async function submit(): Promise<void> {
    if (wrong.length > 0 || changed.length === 0) return
    await save.mutateAsync({ args: Object.fromEntries(changed.map((name) => [name, Number(valueOf(name))])) })
    setDraft({})
  }

  return (
    <Section title={t('installation.history.title')} text={t('installation.history.hint')}>
      <FieldForm onSubmit={submit}>
        <FieldPair>
          {names.map((name) => {
            const isFixed = settings.fixed.includes(name)
            return (
              <TextField
                key={name}
                label={t(`installation.history.${labels[name]}`)}
                value={valueOf(name)}
                onChange={(text) => setDraft({ ...draft, [name]: text })}
                inputMode="numeric"
                maxLength={5}
                autoComplete="off"
                readOnly={isFixed}
                hint={isFixed ? t('installation.fixed') : t(`installation.history.${labels[name]}Hint`)}
                error={wrong.includes(name) ? t('installation.history.wrong', { max: historyDaysMax }) : null}
              />
            )
          })}
        </FieldPair>
        {save.error !== null && <ErrorBanner title={messageOf(save.error)} />}
        {names.some((name) => !settings.fixed.includes(name)) && (
          <Buttons>
            <Button
              size="md"
              type="submit"
              loading={save.isPending}
              disabledReason={changed.length === 0 ? t('installation.unchanged') : undefined}
            >
              {t('installation.save')}
            </Button>
          </Buttons>
        )}
      </FieldForm>
    </Section>
  )
}

const isDays = (text: string): boolean => /^\d+$/.test(text.trim()) && Number(text) <= historyDaysMax
