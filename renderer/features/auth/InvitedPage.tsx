import type { OperationOutput } from '@common/operations'
import { messageOf, useCommand, useOperation } from '@renderer/api'
import { roleName, useTranslation } from '@renderer/i18n'
import { signInPath, signOut, signUp, useUsers, type User } from '@renderer/stores'
import { Button, Icon, Spinner, useTitle } from '@renderer/ui'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { AuthFrame } from './AuthFrame'
import styles from './AuthFrame.module.css'
import { CredentialsForm } from './CredentialsForm'
import { ProviderButtons } from './providers/ProviderButtons'

type Invitation = OperationOutput<'invitationRead'>

/** The page behind the link of an invitation: an account for the invited address, or joining with the one in use. */
export function InvitedPage() {
  const { t } = useTranslation()
  const { token = '' } = useParams()
  const user = useUsers((state) => state.user)
  const invitation = useOperation('invitationRead', { token }, { silent: true })
  // Signing up uses the invitation and clears cached answers. The page stays as it was until it is left.
  const [wasSignedIn] = useState(user !== null)
  const [first, setFirst] = useState<Invitation>()
  if (first === undefined && invitation.data !== undefined) setFirst(invitation.data)
  useTitle(t('invited.title'))
  if (first === undefined)
    return (
      <AuthFrame>
        <h1 className={styles.title}>{t(invitation.error === null ? 'invited.title' : 'invited.failed')}</h1>
        {invitation.error === null ? (
          <p className={styles.lead} role="status">
            <Spinner /> {t('invited.checking')}
          </p>
        ) : (
          <p className={styles.lead} role="alert">
            {messageOf(invitation.error)}
          </p>
        )}
        <p className={styles.other}>
          {wasSignedIn ? (
            <Link to="/projects">{t('invited.openProjects')}</Link>
          ) : (
            <>
              {t('auth.haveAccount')} <Link to={signInPath}>{t('auth.signIn')}</Link>
            </>
          )}
        </p>
      </AuthFrame>
    )
  const { project, inviter, role, roleTitle } = first
  return (
    <AuthFrame>
      <h1 className={styles.title}>{t('invited.join', { project })}</h1>
      <p className={styles.lead}>
        {t('invited.lead', { inviter, project, role: role === null ? null : roleName({ role, roleTitle }) })}
      </p>
      {wasSignedIn && user !== null ? (
        <OwnAccount invitation={first} token={token} user={user} />
      ) : (
        <NewAccount invitation={first} token={token} />
      )}
    </AuthFrame>
  )
}

function NewAccount({ invitation, token }: { readonly invitation: Invitation; readonly token: string }) {
  const { t } = useTranslation()
  return (
    <>
      <CredentialsForm
        action={t('auth.createAccount')}
        submit={(credentials) => signUp({ ...credentials, token })}
        isNewAccount
        email={invitation.email}
      />
      <ProviderButtons invitation={token} />
    </>
  )
}

interface OwnAccountProps {
  readonly invitation: Invitation
  readonly token: string
  readonly user: User
}

function OwnAccount({ invitation, token, user }: OwnAccountProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const accept = useCommand('invitationAccept')
  const isForUser = user.email === invitation.email

  async function join(): Promise<void> {
    const { projectId } = await accept.mutateAsync({ args: { token }, silent: true })
    await navigate(projectId === null ? '/projects' : `/nc/${encodeURIComponent(projectId)}`, { replace: true })
  }

  if (!isForUser)
    return (
      <>
        <p className={styles.owner}>
          <Icon name="info" />
          {t('invited.other', { invited: invitation.email, user: user.email })}
        </p>
        <Button kind="main" size="lg" fullWidth onClick={() => void signOut()}>
          {t('invited.signOut')}
        </Button>
      </>
    )
  return (
    <>
      <p className={styles.owner}>
        <Icon name="info" />
        {t('invited.as', { user: user.email })}
      </p>
      {accept.error !== null && (
        <p className={styles.refusal} role="alert">
          {messageOf(accept.error)}
        </p>
      )}
      <Button
        kind="main"
        size="lg"
        fullWidth
        loading={accept.isPending}
        onClick={() => void join().catch(() => undefined)}
      >
        {t('invited.join', { project: invitation.project })}
      </Button>
    </>
  )
}
