import { desktop } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { goTo, useApp, useRelease } from '@renderer/stores'
import { Button, later, Menu, MenuDivider, MenuItem, MenuLabel } from '@renderer/ui'
import { useState } from 'react'
import { updater, useUpdater } from './updater-store'
import styles from './updates.module.css'

const ReleaseNotes = later(async () => (await import('./ReleaseNotes')).ReleaseNotes)

/** The release menu of the app bar (S1 §2): notes, how to upgrade, hide. On the desktop also download and restart. */
export function ReleaseMenu({ version }: { readonly version: string }) {
  const { t } = useTranslation()
  const state = useUpdater((store) => store.state)
  const notes = useRelease(({ info }) => info?.newest?.notes ?? null)
  const [isReading, setReading] = useState(false)
  const label =
    state.state === 'downloading'
      ? t('updates.downloadingPercent', { percent: Math.floor(state.percent) })
      : t('updates.upgradeAvailable')
  return (
    <>
      <Menu
        width={240}
        align="end"
        target={
          <Button kind="quiet" icon="download" className={styles.alert} aria-label={label}>
            <span className={styles.alertText}>{label}</span>
          </Button>
        }
      >
        <MenuLabel>{t('updates.version', { version })}</MenuLabel>
        {state.state === 'available' && (
          <MenuItem icon="download" onClick={() => void updater.download()}>
            {t('updates.download')}
          </MenuItem>
        )}
        {state.state === 'downloaded' && (
          <MenuItem icon="reload" onClick={() => void updater.restart()}>
            {t('updates.restartToUpdate')}
          </MenuItem>
        )}
        {notes !== null && (
          <MenuItem icon="history" onClick={() => setReading(true)}>
            {t('updates.notes')}
          </MenuItem>
        )}
        <MenuItem icon="help" onClick={() => void goTo('/docs/updates')}>
          {t(desktop() === undefined ? 'updates.howToUpgrade' : 'updates.howUpdatesArrive')}
        </MenuItem>
        <MenuDivider />
        <MenuItem icon="eyeOff" onClick={() => useApp.getState().releaseHidden()}>
          {t('updates.hide')}
        </MenuItem>
      </Menu>
      {isReading && notes !== null && (
        <ReleaseNotes version={version} notes={notes} onClose={() => setReading(false)} />
      )}
    </>
  )
}
