import { useFailure } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { enterWithToken } from '@renderer/stores'
import { Button } from '@renderer/ui'
import { useState } from 'react'
import { canUsePasskeys, tokenOfPasskey } from './passkeys'
import styles from './second-factor.module.css'

/** Signs in with a passkey alone. Absent where the browser can't use passkeys. */
export function PasskeySignIn({ onEntered }: { readonly onEntered: () => void }) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useFailure()
  if (!canUsePasskeys()) return null

  const enter = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    try {
      await enterWithToken(await tokenOfPasskey())
      onEntered()
    } catch (reason) {
      setError(reason)
      setBusy(false)
    }
  }
  return (
    <div className={styles.alone}>
      <Button size="lg" icon="key" fullWidth loading={busy} onClick={() => void enter()}>
        {t('auth.passkey.signIn')}
      </Button>
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
