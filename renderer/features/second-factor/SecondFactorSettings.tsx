import type { Passkey } from '@common/operations/second-factor'
import { messageOf, useOperation } from '@renderer/api'
import { formatDate, formatRelativeTime, useTranslation } from '@renderer/i18n'
import { Badge, Button, ErrorState, IconButton, Line, Lines, Section, Skeleton } from '@renderer/ui'
import { useState } from 'react'
import { AuthenticatorDialog } from './AuthenticatorDialog'
import { ConfirmedChange, type Change } from './ConfirmedChange'
import { PasskeyDialog } from './PasskeyDialog'
import { canUsePasskeys } from './passkeys'
import { RecoveryCodesDialog } from './RecoveryCodesDialog'

type Asked =
  | { readonly kind: 'authenticator' }
  | { readonly kind: 'passkey' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'change'; readonly change: Change }

/** The second factors of the signed-in user: an authenticator app, passkeys and recovery codes. */
export function SecondFactorSettings() {
  const { t } = useTranslation()
  const { data, error, refetch } = useOperation('secondFactorRead', {})
  const [asked, setAsked] = useState<Asked>()
  if (error !== null && data === undefined)
    return <ErrorState title={t('secondFactor.failed')} text={messageOf(error)} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={144} />
  const { authenticator, passkeys, recoveryCodes, hasPassword } = data
  const isOn = authenticator || passkeys.length > 0
  const close = (): void => setAsked(undefined)
  const shown = (codes: readonly string[] | null): void =>
    setAsked(codes === null ? undefined : { kind: 'codes', codes })

  return (
    <Section
      label={t('secondFactor.title')}
      text={t('secondFactor.text')}
      actions={<Badge kind={isOn ? 'success' : 'outlined'}>{t(isOn ? 'secondFactor.on' : 'secondFactor.off')}</Badge>}
    >
      <Lines>
        <Line
          icon="phone"
          title={t('secondFactor.app.title')}
          text={t(authenticator ? 'secondFactor.app.isOn' : 'secondFactor.app.text')}
        >
          {authenticator ? (
            <Button danger onClick={() => setAsked({ kind: 'change', change: { kind: 'removeApp' } })}>
              {t('secondFactor.app.remove')}
            </Button>
          ) : (
            <Button onClick={() => setAsked({ kind: 'authenticator' })}>{t('secondFactor.app.add')}</Button>
          )}
        </Line>
        <Line icon="key" title={t('secondFactor.passkeys.title')} text={t('secondFactor.passkeys.text')}>
          <Button
            disabledReason={canUsePasskeys() ? undefined : t('secondFactor.passkeys.unsupported')}
            onClick={() => setAsked({ kind: 'passkey' })}
          >
            {t('secondFactor.passkeys.add')}
          </Button>
        </Line>
        {passkeys.map((passkey) => (
          <PasskeyLine
            key={passkey.id}
            passkey={passkey}
            onRename={() => setAsked({ kind: 'change', change: { kind: 'rename', passkey } })}
            onRemove={() => setAsked({ kind: 'change', change: { kind: 'removePasskey', passkey } })}
          />
        ))}
        {isOn && (
          <Line
            icon="lock"
            title={t('secondFactor.codes.title')}
            text={t('secondFactor.codes.left', { count: recoveryCodes })}
          >
            <Button onClick={() => setAsked({ kind: 'change', change: { kind: 'renewCodes' } })}>
              {t('secondFactor.codes.renew')}
            </Button>
          </Line>
        )}
      </Lines>
      {asked?.kind === 'authenticator' && (
        <AuthenticatorDialog hasPassword={hasPassword} onClose={close} onAdded={shown} />
      )}
      {asked?.kind === 'passkey' && <PasskeyDialog hasPassword={hasPassword} onClose={close} onAdded={shown} />}
      {asked?.kind === 'codes' && <RecoveryCodesDialog codes={asked.codes} onClose={close} />}
      {asked?.kind === 'change' && (
        <ConfirmedChange change={asked.change} hasPassword={hasPassword} onClose={close} onCodes={shown} />
      )}
    </Section>
  )
}

interface PasskeyLineProps {
  readonly passkey: Passkey
  readonly onRename: () => void
  readonly onRemove: () => void
}

function PasskeyLine({ passkey: { title, createdAt, usedAt }, onRename, onRemove }: PasskeyLineProps) {
  const { t } = useTranslation()
  return (
    <Line
      icon="blank"
      title={title}
      text={
        usedAt === null
          ? t('secondFactor.passkeys.added', { date: formatDate(new Date(createdAt)) })
          : t('secondFactor.passkeys.used', { when: formatRelativeTime(usedAt) })
      }
    >
      <IconButton icon="pencil" label={t('secondFactor.passkeys.rename', { title })} onClick={onRename} />
      <IconButton icon="trash" danger label={t('secondFactor.passkeys.remove', { title })} onClick={onRemove} />
    </Line>
  )
}
