import type { InvitedPerson } from '@common/operations/invitations'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, copyText, Line } from '@renderer/ui'
import { linkHere } from './link-here'
import styles from './installation.module.css'

/** The outcome of an invitation, with the link if Basalt sends no mail. */
export function InvitedLine({ person: { email, outcome, link } }: { readonly person: InvitedPerson }) {
  const { t } = useTranslation()

  async function copy(address: string): Promise<void> {
    await copyText(address)
    toast.success(sentence('installation.invite.copied'))
  }

  const address = link === undefined ? undefined : linkHere(link, location)
  return (
    <Line
      icon={outcome === 'link' ? 'link' : 'check'}
      good
      title={email}
      text={
        <>
          {t(`installation.invite.outcomes.${outcome}`)}
          {address !== undefined && <code className={styles.link}>{address}</code>}
        </>
      }
    >
      {address !== undefined && (
        <Button icon="copy" onClick={() => void copy(address)}>
          {t('installation.invite.copy')}
        </Button>
      )}
    </Line>
  )
}
