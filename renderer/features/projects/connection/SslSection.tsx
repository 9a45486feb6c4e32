import { serverKindFacts } from '@common/dialects'
import { sslUsages, type SslUsage } from '@common/model/connection'
import { useTranslation, type TranslationKey } from '@renderer/i18n'
import { useId } from 'react'
import styles from './connection.module.css'
import { PemField } from './PemField'
import type { ConnectionFormState } from './use-connection-form'

type SslKey = TranslationKey & `projects.connect.ssl.${string}`

const words: Readonly<Record<SslUsage, { readonly name: SslKey; readonly hint: SslKey }>> = {
  no: { name: 'projects.connect.ssl.no', hint: 'projects.connect.ssl.noHint' },
  preferred: { name: 'projects.connect.ssl.preferred', hint: 'projects.connect.ssl.preferredHint' },
  required: { name: 'projects.connect.ssl.required', hint: 'projects.connect.ssl.requiredHint' },
  'required-CA': { name: 'projects.connect.ssl.requiredCa', hint: 'projects.connect.ssl.requiredCaHint' },
  'required-identity': {
    name: 'projects.connect.ssl.requiredIdentity',
    hint: 'projects.connect.ssl.requiredIdentityHint',
  },
}

/** How the connection is secured, and the keys for it (S1 §3). */
export function SslSection({ form }: { readonly form: ConnectionFormState }) {
  const { t } = useTranslation()
  const name = useId()
  const { draft, change, errorOf } = form
  const { clientCertificates } = serverKindFacts[draft.kind]
  return (
    <section className={styles.section} dir="ltr" aria-label={t('projects.connect.ssl.title')}>
      <div className={styles.usages} role="radiogroup" aria-labelledby={`${name}-title`}>
        <span id={`${name}-title`} className={styles.usagesTitle}>
          {t('projects.connect.ssl.title')}
        </span>
        {sslUsages.map((usage) => (
          <label key={usage} className={styles.usage}>
            <input type="radio" name={name} checked={draft.usage === usage} onChange={() => change({ usage })} />
            <span className={styles.round} />
            {t(words[usage].name)}
          </label>
        ))}
      </div>
      {draft.usage !== 'no' && (
        <div className={styles.pems}>
          {clientCertificates && (
            <>
              <PemField
                label={t('projects.connect.ssl.clientKey')}
                value={draft.clientKey}
                onChange={(clientKey) => change({ clientKey })}
                error={errorOf('clientKey')}
              />
              <PemField
                label={t('projects.connect.ssl.clientCert')}
                value={draft.clientCert}
                onChange={(clientCert) => change({ clientCert })}
                error={errorOf('clientCert')}
              />
            </>
          )}
          <PemField
            label={t('projects.connect.ssl.serverCa')}
            value={draft.serverCa}
            onChange={(serverCa) => change({ serverCa })}
            error={errorOf('serverCa')}
          />
        </div>
      )}
      <p className={styles.hint}>{t(words[draft.usage].hint)}</p>
    </section>
  )
}
