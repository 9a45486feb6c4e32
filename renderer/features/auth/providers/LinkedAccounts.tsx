import type { LinkedAccount } from '@common/operations/providers'
import { client, messageOf, useOperation } from '@renderer/api'
import { formatDate, useTranslation } from '@renderer/i18n'
import { Button, Dialog, ErrorState, PasswordField, Skeleton } from '@renderer/ui'
import { useState } from 'react'
import styles from './providers.module.css'

type Asked =
  | { readonly kind: 'link'; readonly id: 'google' | 'github' | 'oidc'; readonly name: string }
  | { readonly kind: 'unlink'; readonly account: LinkedAccount }

/** Accounts of providers that sign the user in. Nothing if the installation has no providers. */
export function LinkedAccounts() {
  const { t } = useTranslation()
  const providers = useOperation('providerList', {})
  const accounts = useOperation('linkedAccountList', {})
  const [asked, setAsked] = useState<Asked>()
  if (accounts.error !== null && accounts.data === undefined)
    return (
      <ErrorState
        title={t('auth.providers.failed')}
        text={messageOf(accounts.error)}
        onRetry={() => void accounts.refetch()}
      />
    )
  if (accounts.data === undefined || providers.data === undefined) return <Skeleton width={320} />
  const unlinked = providers.data.filter(({ id }) => !accounts.data.some(({ provider }) => provider === id))
  if (accounts.data.length === 0 && unlinked.length === 0) return null

  return (
    <section className={styles.settings} aria-labelledby="linked-accounts-title">
      <h2 id="linked-accounts-title">{t('auth.providers.title')}</h2>
      <p className={styles.text}>{t('auth.providers.text')}</p>
      {accounts.data.map((account) => (
        <div key={account.id} className={styles.line}>
          <div className={styles.what}>
            <strong>{account.name}</strong>
            <span dir="auto">{account.email}</span>
            <span>{t('auth.providers.since', { date: formatDate(new Date(account.createdAt)) })}</span>
          </div>
          <Button danger onClick={() => setAsked({ kind: 'unlink', account })}>
            {t('auth.providers.unlink')}
          </Button>
        </div>
      ))}
      {unlinked.map(({ id, name }) => (
        <div key={id} className={styles.line}>
          <div className={styles.what}>
            <strong>{name}</strong>
            <span>{t('auth.providers.notLinked')}</span>
          </div>
          <Button onClick={() => setAsked({ kind: 'link', id, name })}>
            {t('auth.providers.linkNamed', { name })}
          </Button>
        </div>
      ))}
      {asked !== undefined && <ConfirmDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

/** Asks for the password before a link is made or removed. */
function ConfirmDialog({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const factors = useOperation('secondFactorRead', {})
  const hasPassword = factors.data?.hasPassword ?? true
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const isLink = asked.kind === 'link'
  const name = isLink ? asked.name : asked.account.name

  const make = async (): Promise<void> => {
    const given = hasPassword ? { password } : {}
    if (asked.kind === 'unlink') {
      await client.call('linkedAccountRemove', { id: asked.account.id, ...given }, { silent: true })
      return onClose()
    }
    const { address } = await client.call('linkedAccountStart', { provider: asked.id, ...given }, { silent: true })
    location.assign(address)
  }
  const submit = (): void => {
    setBusy(true)
    setError(undefined)
    void make().catch((reason: unknown) => {
      setError(messageOf(reason))
      setBusy(false)
    })
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      width={400}
      title={t(isLink ? 'auth.providers.linkNamed' : 'auth.providers.unlinkNamed', { name })}
      action={t(isLink ? 'auth.providers.goOn' : 'auth.providers.unlink')}
      danger={!isLink}
      loading={busy}
      error={error}
      onSubmit={submit}
    >
      <p className={styles.question}>{t(isLink ? 'auth.providers.linkText' : 'auth.providers.unlinkText', { name })}</p>
      {hasPassword && (
        <PasswordField
          label={t('auth.password')}
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={setPassword}
        />
      )}
    </Dialog>
  )
}
