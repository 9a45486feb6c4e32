import { useTranslation } from '@renderer/i18n'
import { GridDrawing, WayCard } from '@renderer/ui'
import { useEffect } from 'react'
import styles from './dashboard.module.css'

export interface OnboardingProps {
  readonly project: string
  /** Undefined for people who may not make tables. */
  readonly onCreate: (() => void) | undefined
}

/** A project without tables: how to make the first one. It goes away with it. */
export function Onboarding({ project, onCreate }: OnboardingProps) {
  const { t } = useTranslation()
  useEffect(() => {
    if (!onCreate) return undefined
    const press = (event: KeyboardEvent): void => {
      const { target } = event
      const isElsewhere = target instanceof Element && target.closest('input,textarea,[role="dialog"]') !== null
      if (event.key.toLowerCase() !== 't' || event.ctrlKey || event.metaKey || event.altKey || isElsewhere) return
      event.preventDefault()
      onCreate()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [onCreate])
  return (
    <div className={styles.onboarding}>
      <GridDrawing />
      <h2 className={styles.onboardingTitle}>{t('dashboard.onboarding.title', { project })}</h2>
      <p className={styles.onboardingText}>
        {onCreate ? t('dashboard.onboarding.text') : t('dashboard.onboarding.readOnly')}
      </p>
      {onCreate && (
        <div className={styles.ways}>
          <WayCard
            icon="table"
            color="blue"
            keys="T"
            title={t('dashboard.onboarding.emptyTable')}
            text={t('dashboard.onboarding.emptyTableText')}
            onClick={onCreate}
          />
        </div>
      )}
    </div>
  )
}
