import { messageOf, useCommand } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { loadUser, toast, useUsers, type User } from '@renderer/stores'
import { Avatar, Badge, Button, Buttons, ErrorBanner, FieldForm, Section } from '@renderer/ui'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { NameFields } from './NameFields'
import { SettingsFrame } from './SettingsFrame'
import styles from './settings.module.css'

/** `/user/settings/profile`: name, picture and e-mail address of the user. */
export function ProfilePage() {
  const { t } = useTranslation()
  const user = useUsers((state) => state.user)
  if (user === null) return null
  const name = [user.firstName, user.lastName].filter((part) => part !== null).join(' ')
  return (
    <SettingsFrame title={t('settings.profile.title')}>
      <Section label={t('settings.profile.title')}>
        <div className={styles.person}>
          <Avatar name={user.email} shown={name === '' ? undefined : name} size="lg" />
          <div className={styles.who}>
            <strong dir="auto">{name === '' ? user.email : name}</strong>
            <span className={styles.text}>{user.isSuperAdmin ? t('roles.super') : t('roles.user')}</span>
            <Link to="/user/settings/picture">{t('settings.profile.changePicture')}</Link>
          </div>
        </div>
        <NameForm user={user} />
      </Section>
      <EmailSection user={user} />
    </SettingsFrame>
  )
}

function NameForm({ user }: { readonly user: User }) {
  const { t } = useTranslation()
  const save = useCommand('userUpdate')
  const stored = { firstName: user.firstName ?? '', lastName: user.lastName ?? '' }
  const [draft, setDraft] = useState(stored)
  const isChanged = draft.firstName.trim() !== stored.firstName || draft.lastName.trim() !== stored.lastName

  async function submit(): Promise<void> {
    const { firstName, lastName } = draft
    await save.mutateAsync({ args: { firstname: firstName.trim(), lastname: lastName.trim() }, silent: true })
    await loadUser()
    setDraft({ firstName: firstName.trim(), lastName: lastName.trim() })
    toast.success(sentence('settings.profile.saved'))
  }

  return (
    <FieldForm onSubmit={submit}>
      <NameFields own value={draft} onChange={setDraft} />
      {save.error !== null && <ErrorBanner title={messageOf(save.error)} />}
      <Buttons>
        <Button
          kind="main"
          size="md"
          type="submit"
          loading={save.isPending}
          disabledReason={isChanged ? undefined : t('settings.unchanged')}
        >
          {t('settings.save')}
        </Button>
      </Buttons>
    </FieldForm>
  )
}

/** The address, and the mail that confirms it. */
function EmailSection({ user: { email, emailVerified, isSuperAdmin } }: { readonly user: User }) {
  const { t } = useTranslation()
  const send = useCommand('emailValidationSend')
  return (
    <Section title={t('auth.email')}>
      <div className={styles.email}>
        <span className={styles.address} dir="ltr">
          {email}
        </span>
        <Badge kind={emailVerified ? 'plain' : 'warning'}>
          {t(emailVerified ? 'settings.email.confirmed' : 'settings.email.unconfirmed')}
        </Badge>
      </div>
      {!emailVerified && (
        <>
          <p className={styles.text}>{t('settings.email.why')}</p>
          <Buttons>
            <Button
              size="md"
              icon="mail"
              loading={send.isPending}
              onClick={() => send.mutate({ args: {}, silent: true })}
            >
              {t(send.data?.sent === true ? 'settings.email.sendAgain' : 'settings.email.send')}
            </Button>
          </Buttons>
          <p role="status" className={styles.text}>
            {send.data?.sent === true && t('settings.email.sent', { email })}
            {send.data?.sent === false &&
              t(isSuperAdmin ? 'settings.email.noServerForAdmin' : 'settings.email.noServer')}
          </p>
          {send.error !== null && <ErrorBanner title={messageOf(send.error)} />}
        </>
      )}
    </Section>
  )
}
