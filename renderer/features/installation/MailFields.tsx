import { mailSecurities } from '@common/model/mail'
import { useTranslation } from '@renderer/i18n'
import { FieldPair, PasswordField, Segments, TextField } from '@renderer/ui'
import styles from './installation.module.css'
import type { MailForm } from './use-mail-form'

/** Fields of the mail server. */
export function MailFields({ form, isFixed }: { readonly form: MailForm; readonly isFixed: boolean }) {
  const { t } = useTranslation()
  const { draft, change, changeSecurity, errorOf } = form
  return (
    <fieldset className={styles.fields} disabled={isFixed}>
      <div className={styles.server}>
        <TextField
          label={t('installation.mail.host')}
          value={draft.host}
          onChange={(host) => change({ host })}
          placeholder={t('installation.mail.hostExample')}
          maxLength={255}
          spellCheck={false}
          autoComplete="off"
          error={errorOf('host')}
          reserveNote
        />
        <TextField
          label={t('installation.mail.port')}
          value={draft.port}
          onChange={(text) => change({ port: text })}
          inputMode="numeric"
          maxLength={5}
          autoComplete="off"
          error={errorOf('port')}
          reserveNote
        />
      </div>
      <div>
        <span className={styles.label} aria-hidden="true">
          {t('installation.mail.security')}
        </span>
        <Segments
          size="md"
          label={t('installation.mail.security')}
          value={draft.security}
          onChange={changeSecurity}
          options={mailSecurities.map((value) => ({ value, label: t(`installation.mail.securities.${value}`) }))}
        />
      </div>
      <FieldPair>
        <TextField
          label={t('installation.mail.user')}
          value={draft.user}
          onChange={(user) => change({ user })}
          maxLength={255}
          spellCheck={false}
          autoComplete="off"
          hint={t('installation.mail.userHint')}
        />
        <PasswordField
          label={t('installation.mail.password')}
          // Credentials of a mail server, so the browser's password manager shouldn't fill them in.
          autoComplete="new-password"
          value={draft.password ?? ''}
          onChange={(password) => change({ password })}
          maxLength={1_024}
          placeholder={draft.password === undefined ? t('installation.mail.passwordStored') : undefined}
        />
      </FieldPair>
      <TextField
        label={t('installation.mail.sender')}
        type="email"
        value={draft.sender}
        onChange={(sender) => change({ sender })}
        maxLength={254}
        placeholder={t('installation.mail.senderExample')}
        autoComplete="off"
        error={errorOf('sender')}
        reserveNote
      />
    </fieldset>
  )
}
