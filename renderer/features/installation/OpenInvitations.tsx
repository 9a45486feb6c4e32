import type { InvitedPerson, PendingInvitation } from '@common/operations/invitations'
import { client, messageOf, sentenceOf, useOperation } from '@renderer/api'
import { formatDateTime, roleName, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, ErrorBanner, Line, Lines } from '@renderer/ui'
import { useState } from 'react'
import styles from './installation.module.css'

interface OpenInvitationsProps {
  /** Undefined for invitations without a project. */
  readonly projectId: string | undefined
  readonly onSent: (person: InvitedPerson) => void
}

/** Invitations that wait for an answer, to send again or withdraw. */
export function OpenInvitations({ projectId, onSent }: OpenInvitationsProps) {
  const { t } = useTranslation()
  const isOfProject = projectId !== undefined
  const ofProject = useOperation('memberInvitationList', {}, { projectId, enabled: isOfProject, silent: true })
  const ofInstallation = useOperation('invitationList', {}, { enabled: !isOfProject, silent: true })
  const [busy, setBusy] = useState<string>()
  const { data, error } = isOfProject ? ofProject : ofInstallation
  if (error !== null) return <ErrorBanner title={messageOf(error)} />
  if (data === undefined || data.list.length === 0) return null

  async function run(id: string, work: () => Promise<unknown>): Promise<void> {
    setBusy(id)
    try {
      await work()
    } catch (thrown) {
      toast.error(sentenceOf(thrown))
    } finally {
      setBusy(undefined)
    }
  }
  const resend = async ({ id }: PendingInvitation): Promise<void> =>
    onSent(
      await (isOfProject
        ? client.call('memberInvitationResend', { id }, { projectId, silent: true })
        : client.call('invitationResend', { id }, { silent: true })),
    )
  const revoke = ({ id }: PendingInvitation): Promise<unknown> =>
    isOfProject
      ? client.call('memberInvitationRevoke', { id }, { projectId, silent: true })
      : client.call('invitationRevoke', { id }, { silent: true })

  return (
    <div>
      <h3 className={styles.openTitle}>{t('installation.invite.open')}</h3>
      <Lines label={t('installation.invite.open')}>
        {data.list.map((invitation) => (
          <Line
            key={invitation.id}
            icon="mail"
            title={invitation.email}
            text={t(invitation.expired ? 'installation.invite.expired' : 'installation.invite.until', {
              role: invitation.role === null ? null : roleName({ ...invitation, role: invitation.role }),
              when: formatDateTime(invitation.expiresAt),
            })}
          >
            <Button
              loading={busy === invitation.id}
              onClick={() => void run(invitation.id, () => resend(invitation))}
              aria-label={t('installation.invite.resendTo', { email: invitation.email })}
            >
              {t('installation.invite.resend')}
            </Button>
            <Button
              onClick={() => void run(invitation.id, () => revoke(invitation))}
              aria-label={t('installation.invite.revokeFrom', { email: invitation.email })}
            >
              {t('installation.invite.revoke')}
            </Button>
          </Line>
        ))}
      </Lines>
    </div>
  )
}
