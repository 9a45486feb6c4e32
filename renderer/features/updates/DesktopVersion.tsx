import type { UpdaterState } from '@common/bridge'
import { formatRelativeTime, useTranslation } from '@renderer/i18n'
import { useShell } from '@renderer/stores'
import { Button, ErrorBanner, ProgressLine, useMinute } from '@renderer/ui'
import { updater, useUpdater } from './updater-store'
import styles from './updates.module.css'
import { VersionName } from './VersionName'

/** Version, state of the updater, and the action that fits it. */
export function DesktopVersion() {
  const { t } = useTranslation()
  const version = useShell(({ info }) => info?.version ?? '')
  const state = useUpdater((store) => store.state)
  const canCheck = state.state === 'idle' || state.state === 'failed' || state.state === 'checking'
  return (
    <div className={styles.state}>
      <div className={styles.version}>
        <VersionName version={version} />
        {canCheck && (
          <Button icon="reload" loading={state.state === 'checking'} onClick={() => void updater.check()}>
            {t('updates.checkNow')}
          </Button>
        )}
      </div>
      <State state={state} />
      <LastCheck at={state.checkedAt} />
    </div>
  )
}

function State({ state }: { readonly state: UpdaterState }) {
  const { t } = useTranslation()
  switch (state.state) {
    case 'idle':
      return state.checkedAt === null ? null : <p role="status">{t('updates.upToDate')}</p>
    case 'checking':
      return <p role="status">{t('updates.state.checking')}</p>
    case 'available':
      return (
        <>
          <p role="status">{t('updates.state.available', { version: state.version })}</p>
          <Button kind="main" icon="download" onClick={() => void updater.download()}>
            {t('updates.download')}
          </Button>
        </>
      )
    case 'downloading':
      return (
        <div className={styles.progress}>
          <p role="status">{t('updates.state.downloading', { version: state.version })}</p>
          <ProgressLine
            label={t('updates.state.downloading', { version: state.version })}
            detail={t('updates.percent', { percent: Math.floor(state.percent) })}
            percent={state.percent}
          />
        </div>
      )
    case 'downloaded':
      return (
        <>
          <p role="status">{t('updates.state.downloaded', { version: state.version })}</p>
          <Button kind="main" icon="reload" onClick={() => void updater.restart()}>
            {t('updates.restartToUpdate')}
          </Button>
        </>
      )
    case 'failed':
      return (
        <ErrorBanner
          kind={state.reason === 'notPackaged' || state.reason === 'checkFailed' ? 'warning' : 'error'}
          title={t(`updates.failed.${state.reason}.title`)}
          text={t(`updates.failed.${state.reason}.text`)}
        />
      )
  }
}

function LastCheck({ at }: { readonly at: string | null }) {
  const { t } = useTranslation()
  const now = useMinute()
  return (
    <p className={styles.faint}>
      {at === null
        ? t('updates.neverChecked')
        : t('updates.lastCheck', { time: formatRelativeTime(at, Math.max(now, Date.parse(at))) })}
    </p>
  )
}
