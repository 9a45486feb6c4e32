import { serverKindFacts } from '@common/dialects'
import { useTranslation } from '@renderer/i18n'
import { Checkbox, PasswordField, TextField } from '@renderer/ui'
import styles from './connection.module.css'
import { hasStandbys } from './connection-draft'
import type { ConnectionFormState } from './use-connection-form'

/** Server address and credentials. Not mirrored: addresses read from left to right everywhere. */
export function CredentialsSection({ form }: { readonly form: ConnectionFormState }) {
  const { t } = useTranslation()
  const { draft, change, errorOf, existing } = form
  const facts = serverKindFacts[draft.kind]
  const plain = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const
  return (
    <section className={styles.section} dir="ltr" aria-label={t('projects.connect.credentials')}>
      <div className={styles.address}>
        <TextField
          {...plain}
          label={t('projects.connect.host')}
          value={draft.host}
          onChange={(host) => change({ host })}
          placeholder="db.example.com"
          error={errorOf('host')}
          reserveNote
        />
        <TextField
          {...plain}
          label={t('projects.connect.port')}
          value={draft.port}
          onChange={(port) => change({ port })}
          inputMode="numeric"
          maxLength={5}
          placeholder={String(facts.port)}
          error={errorOf('port')}
          reserveNote
        />
        <TextField
          {...plain}
          label={t('projects.connect.database')}
          value={draft.database}
          onChange={(database) => change({ database })}
          maxLength={128}
          error={errorOf('database')}
          reserveNote
        />
      </div>
      <div className={styles.person}>
        <TextField
          {...plain}
          label={t('projects.connect.user')}
          value={draft.user}
          onChange={(user) => change({ user })}
          maxLength={255}
          placeholder={facts.user}
          error={errorOf('user')}
          reserveNote
        />
        <PasswordField
          label={t('projects.connect.password')}
          // Credentials of a database server, so the browser's password manager shouldn't fill them in.
          autoComplete="new-password"
          value={draft.password ?? ''}
          onChange={(password) => change({ password })}
          placeholder={draft.password === null ? t('projects.connect.passwordUnchanged') : undefined}
          hint={
            existing !== undefined && existing.view.hasPassword && draft.password === ''
              ? t('projects.connect.passwordDropped')
              : undefined
          }
          error={errorOf('password')}
          reserveNote
        />
      </div>
      <div className={styles.choices}>
        <Checkbox checked={draft.createIfNotExists} onChange={(createIfNotExists) => change({ createIfNotExists })}>
          {facts.schema === null ? t('projects.connect.createDatabase') : t('projects.connect.createDatabaseAndSchema')}
        </Checkbox>
        {hasStandbys(draft) && (
          <Checkbox checked={draft.standbyReads} onChange={(standbyReads) => change({ standbyReads })}>
            {t('projects.connect.standbyReads')}
          </Checkbox>
        )}
      </div>
    </section>
  )
}
