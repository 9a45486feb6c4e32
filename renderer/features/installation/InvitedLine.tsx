import type { InvitedPerson } from '@common/operations/invitations'
import { useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, copyText, Icon } from '@renderer/ui'
import { linkHere } from './link-here'
import styles from './installation.module.css'

/** The outcome of an invitation, with the link if Basalt sends no mail. */
export function InvitedLine({ person: { email, outcome, link } }: { readonly person: InvitedPerson }) {
  const { t } = useTranslation()

  async function copy(address: string): Promise<void> {
    await copyText(address)
    toast.success(t('installation.invite.copied'))
  }

  const address = link === undefined ? undefined : linkHere(link, location)
  return (
    <li className={styles.person}>
      <Icon name={outcome === 'link' ? 'link' : 'check'} size={14} />
      <span className={styles.grow}>
        <strong>{email}</strong> <span className={styles.quiet}>{t(`installation.invite.outcomes.${outcome}`)}</span>
        {address !== undefined && <code className={styles.link}>{address}</code>}
      </span>
      {address !== undefined && (
        <Button icon="copy" onClick={() => void copy(address)}>
          {t('installation.invite.copy')}
        </Button>
      )}
    </li>
  )
}
