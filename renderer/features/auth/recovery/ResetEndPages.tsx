import { useTranslation } from '@renderer/i18n'
import { signInPath } from '@renderer/stores'
import { Button, useTitle } from '@renderer/ui'
import { Link, useNavigate } from 'react-router-dom'
import { AuthFrame } from '../AuthFrame'
import styles from '../AuthFrame.module.css'
import { forgotPath } from './paths'

/** A link that doesn't work any more, with the way to a new one. */
export function ResetInvalidPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useTitle(t('recovery.invalid'))
  return (
    <AuthFrame>
      <h1 className={styles.title}>{t('recovery.invalid')}</h1>
      <p className={styles.lead}>{t('recovery.invalidLead')}</p>
      <Button kind="main" size="lg" fullWidth onClick={() => void navigate(forgotPath)}>
        {t('recovery.newLink')}
      </Button>
      <p className={styles.other}>
        <Link to={signInPath}>{t('recovery.toSignIn')}</Link>
      </p>
    </AuthFrame>
  )
}

export function ResetSuccessPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useTitle(t('recovery.success'))
  return (
    <AuthFrame>
      <h1 className={styles.title}>{t('recovery.success')}</h1>
      <p className={styles.lead}>{t('recovery.successLead')}</p>
      <Button kind="main" size="lg" fullWidth onClick={() => void navigate(signInPath)}>
        {t('auth.signIn')}
      </Button>
    </AuthFrame>
  )
}
