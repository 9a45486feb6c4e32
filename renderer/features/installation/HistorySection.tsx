import { historyDaysMax } from '@common/constants'
import type { InstallationSettings } from '@common/operations/installation-settings'
import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, ErrorBanner, TextField } from '@renderer/ui'
import { useState, type FormEvent } from 'react'
import styles from './installation.module.css'

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

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (wrong.length > 0 || changed.length === 0) return
    await save.mutateAsync({ args: Object.fromEntries(changed.map((name) => [name, Number(valueOf(name))])) })
    setDraft({})
  }

  return (
    <section className={styles.section} aria-labelledby="installation-history">
      <h2 id="installation-history">{t('installation.history.title')}</h2>
      <p className={styles.hint}>{t('installation.history.hint')}</p>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          submit(event).catch(() => undefined)
        }}
      >
        <div className={styles.pair}>
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
        </div>
        {save.error !== null && <ErrorBanner title={messageOf(save.error)} />}
        {names.some((name) => !settings.fixed.includes(name)) && (
          <div className={styles.buttons}>
            <Button
              size="md"
              type="submit"
              loading={save.isPending}
              disabledReason={changed.length === 0 ? t('installation.unchanged') : undefined}
            >
              {t('installation.save')}
            </Button>
          </div>
        )}
      </form>
    </section>
  )
}

const isDays = (text: string): boolean => /^\d+$/.test(text.trim()) && Number(text) <= historyDaysMax
