import type { InstallationSettings } from '@common/operations/installation-settings'
import { messageOf, useCommand } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Button, TextField } from '@renderer/ui'
import { useState, type FormEvent } from 'react'
import styles from './installation.module.css'

/** The address of this Basalt in links of mails and invitations. */
export function AddressSection({ settings }: { readonly settings: InstallationSettings }) {
  const { t } = useTranslation()
  const save = useCommand('installationSettingsSave')
  const [draft, setDraft] = useState<string>()
  const isFixed = settings.fixed.includes('baseUrl')
  const stored = settings.baseUrl ?? ''
  const value = draft ?? stored

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    const address = value.trim()
    await save.mutateAsync({ args: { baseUrl: address === '' ? null : address }, silent: true })
    setDraft(undefined)
  }

  return (
    <section className={styles.section} aria-labelledby="installation-address">
      <h2 id="installation-address">{t('installation.address')}</h2>
      <form
        className={styles.line}
        noValidate
        onSubmit={(event) => {
          submit(event).catch(() => undefined)
        }}
      >
        <TextField
          className={styles.grow}
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
          <Button
            size="md"
            type="submit"
            loading={save.isPending}
            disabledReason={value.trim() === stored ? t('installation.unchanged') : undefined}
          >
            {t('installation.save')}
          </Button>
        )}
      </form>
    </section>
  )
}
