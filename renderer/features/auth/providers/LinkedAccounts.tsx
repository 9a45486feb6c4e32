import type { LinkedAccount } from '@common/operations/providers'
import { client, messageOf, useFailure, useOperation } from '@renderer/api'
import { formatDate, useTranslation } from '@renderer/i18n'
import { Button, Dialog, ErrorState, Fields, Line, Lines, PasswordField, Section, Skeleton } from '@renderer/ui'
import { useState } from 'react'

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
  if (accounts.data === undefined || providers.data === undefined) return <Skeleton height={96} />
  const unlinked = providers.data.filter(({ id }) => !accounts.data.some(({ provider }) => provider === id))
  if (accounts.data.length === 0 && unlinked.length === 0) return null

  return (
    <Section title={t('auth.providers.title')} text={t('auth.providers.text')}>
      <Lines label={t('auth.providers.title')}>
        {accounts.data.map((account) => (
          <Line
            key={account.id}
            icon="link"
            title={account.name}
            text={
              <>
                <bdi>{account.email}</bdi>
                {' · '}
                {t('auth.providers.since', { date: formatDate(new Date(account.createdAt)) })}
              </>
            }
          >
            <Button danger onClick={() => setAsked({ kind: 'unlink', account })}>
              {t('auth.providers.unlink')}
            </Button>
          </Line>
        ))}
        {unlinked.map(({ id, name }) => (
          <Line key={id} icon="globe" title={name} text={t('auth.providers.notLinked')}>
            <Button onClick={() => setAsked({ kind: 'link', id, name })}>
              {t('auth.providers.linkNamed', { name })}
            </Button>
          </Line>
        ))}
      </Lines>
      {asked !== undefined && <ConfirmDialog asked={asked} onClose={() => setAsked(undefined)} />}
    </Section>
  )
}

/** Asks for the password before a link is made or removed. */
function ConfirmDialog({ asked, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const factors = useOperation('secondFactorRead', {})
  const hasPassword = factors.data?.hasPassword ?? true
  const [password, setPassword] = useState('')
  const [error, setError] = useFailure()
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
      setError(reason)
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
      <Fields>
        <p>{t(isLink ? 'auth.providers.linkText' : 'auth.providers.unlinkText', { name })}</p>
        {hasPassword && (
          <PasswordField
            label={t('auth.password')}
            autoComplete="current-password"
            autoFocus
            value={password}
            onChange={setPassword}
          />
        )}
      </Fields>
    </Dialog>
  )
}
