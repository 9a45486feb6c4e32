import { channelOf, updateChannels } from '@common/model/release'
import type { SettingsContent } from '@renderer/features/preferences'
import { MarkdownText } from '@renderer/features/markdown'
import { desktop } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { changeSetting, useRelease, useSetting, useShell } from '@renderer/stores'
import { Segments, Switch } from '@renderer/ui'
import { DesktopVersion } from './DesktopVersion'
import { ServerVersion } from './ServerVersion'
import { useUpdater } from './updater-store'
import styles from './updates.module.css'

const isDesktop = (): boolean => desktop() !== undefined

function CheckForUpdates({ label }: { readonly label: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Switch
        checked={useSetting('checkForUpdate')}
        aria-label={label}
        onChange={(isOn) => changeSetting('checkForUpdate', isOn)}
      >
        {t('updates.check.switch')}
      </Switch>
      <p className={styles.faint}>{t(isDesktop() ? 'updates.check.sent' : 'updates.check.server')}</p>
    </>
  )
}

function AutoUpdate({ label }: { readonly label: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Switch
        checked={useSetting('downloadAndUpdateRelease')}
        aria-label={label}
        onChange={(isOn) => changeSetting('downloadAndUpdateRelease', isOn)}
      >
        {t('updates.auto.switch')}
      </Switch>
      <p className={styles.faint}>{t('updates.auto.text')}</p>
    </>
  )
}

function Channel({ label }: { readonly label: string }) {
  const { t } = useTranslation()
  const chosen = useSetting('updateChannel')
  const version = useShell(({ info }) => info?.version ?? '')
  return (
    <>
      <Segments
        label={label}
        value={channelOf(chosen, version)}
        options={updateChannels.map((value) => ({ value, label: t(`updates.channel.${value}`) }))}
        onChange={(value) => changeSetting('updateChannel', value)}
      />
      <p className={styles.faint}>{t('updates.channel.text')}</p>
    </>
  )
}

/** Notes of the version that the updater or the server found. */
function useNotes(): string | null {
  const found = useUpdater(({ state }) => ('notes' in state ? state.notes : null))
  const newest = useRelease(({ info }) => (info?.isNewer === true ? (info.newest?.notes ?? null) : null))
  return found ?? newest
}

function Notes() {
  const notes = useNotes()
  return (
    <div className={styles.notes}>
      <MarkdownText text={notes ?? ''} breaks={false} />
    </div>
  )
}

/** Version & Updates (S1 §2). */
export const content: SettingsContent = {
  title: 'updates.title',
  rows: [
    {
      id: 'version',
      label: 'updates.versionLabel',
      Control: () => (isDesktop() ? <DesktopVersion /> : <ServerVersion />),
    },
    { id: 'checkForUpdate', label: 'updates.check.label', Control: CheckForUpdates },
    {
      id: 'downloadAndUpdateRelease',
      label: 'updates.auto.label',
      Control: AutoUpdate,
      useIsShown: isDesktop,
    },
    { id: 'updateChannel', label: 'updates.channel.label', Control: Channel, useIsShown: isDesktop },
    {
      id: 'releaseNotes',
      label: 'updates.notes',
      Control: Notes,
      isWide: true,
      useIsShown: () => useNotes() !== null,
    },
  ],
}
