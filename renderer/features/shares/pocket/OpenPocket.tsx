import { pocketLifeMs, pocketWrongCodesMax } from '@common/constants'
import type { PocketShare } from '@common/operations/pocket-shares'
import { formatCountdown, formatRelativeTime, sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, copyText, Icon, IconButton, QrCode } from '@renderer/ui'
import { useEffect, useState, type ReactNode } from 'react'
import styles from './pocket.module.css'

export interface OpenPocketProps {
  readonly share: PocketShare
  readonly onExtend: () => void
  /** Choice of the network. */
  readonly children: ReactNode
}

/** An open share on the network: how to reach it, what to enter, who is there and when it ends. */
export function OpenPocket({ share, onExtend, children }: OpenPocketProps) {
  const { t } = useTranslation()
  const shown = share.url.replace(/^http:\/\/|\/$/g, '')
  const copy = (): void =>
    void copyText(share.url).then(
      () => toast.success(sentence('shares.link.copied')),
      () => toast.error(sentence('shares.link.notCopied')),
    )
  return (
    <div className={styles.open}>
      <QrCode text={share.url} label={t('shares.pocket.qr')} />
      <div className={styles.steps}>
        <p>{t('shares.pocket.scan')}</p>
        <div className={styles.address}>
          <code dir="ltr">{shown}</code>
          <IconButton icon="copy" size="sm" label={t('shares.pocket.copy')} onClick={copy} />
        </div>
        <p>{t('shares.pocket.enter')}</p>
        <output className={styles.code} dir="ltr" aria-label={t('shares.pocket.code')}>
          {share.code.slice(0, 3)} {share.code.slice(3)}
        </output>
        {share.attemptsLeft < pocketWrongCodesMax && (
          <p className={styles.warning}>
            <Icon name="warning" size={14} />
            {t('shares.pocket.wrongCodes', { left: share.attemptsLeft })}
          </p>
        )}
      </div>
      <div className={styles.wide}>
        <Remaining endsAt={share.endsAt} onExtend={onExtend} />
        <Devices visitors={share.visitors} />
        {children}
      </div>
    </div>
  )
}

function Remaining({ endsAt, onExtend }: { readonly endsAt: string; readonly onExtend: () => void }) {
  const { t } = useTranslation()
  const leftMs = Math.max(0, Date.parse(endsAt) - useSecond())
  return (
    <div className={styles.time}>
      <div className={styles.bar} aria-hidden="true">
        <div style={{ width: `${Math.min(100, (leftMs / pocketLifeMs) * 100)}%` }} />
      </div>
      <span role="timer">{t('shares.pocket.closesIn', { time: formatCountdown(leftMs) })}</span>
      <Button kind="quiet" icon="history" onClick={onExtend}>
        {t('shares.pocket.extend')}
      </Button>
    </div>
  )
}

/** Returns the current time to the second. */
function useSecond(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

function Devices({ visitors }: Pick<PocketShare, 'visitors'>) {
  const { t } = useTranslation()
  return (
    <section className={styles.devices} aria-label={t('shares.pocket.devices')}>
      <h3>{t('shares.pocket.connected', { count: visitors.length })}</h3>
      <ul>
        {visitors.map(({ address, agent, connectedAt, lastSeenAt }) => (
          <li key={`${address} ${connectedAt}`}>
            <Icon name="phone" size={14} />
            <span>{t(`shares.pocket.kinds.${kindOf(agent)}`)}</span>
            <span dir="ltr" className={styles.from}>
              {address.replace(/^::ffff:/, '')}
            </span>
            <span className={styles.seen}>{formatRelativeTime(lastSeenAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const kinds = [
  ['iphone', /iPhone/],
  ['ipad', /iPad/],
  ['android', /Android/],
  ['mac', /Macintosh/],
  ['windows', /Windows/],
  ['linux', /Linux|CrOS/],
] as const

function kindOf(agent: string | null): (typeof kinds)[number][0] | 'other' {
  return kinds.find(([, pattern]) => pattern.test(agent ?? ''))?.[0] ?? 'other'
}

/** Help for a phone that doesn't reach this computer. */
export function Trouble() {
  const { t } = useTranslation()
  return (
    <details className={styles.trouble}>
      <summary>{t('shares.pocket.trouble.title')}</summary>
      <ul>
        <li>{t('shares.pocket.trouble.network')}</li>
        <li>{t('shares.pocket.trouble.other')}</li>
        <li>{t('shares.pocket.trouble.firewall')}</li>
        <li>{t('shares.pocket.trouble.guest')}</li>
      </ul>
    </details>
  )
}
