import { useTranslation } from '@renderer/i18n'
import { goTo, useIsSuperAdmin } from '@renderer/stores'
import { Button, Buttons } from '@renderer/ui'
import type { InstallationService, StoreEntry } from './entries'
import { Panel } from './Panel'

/** A service that all projects share: who sets it up, and where. */
export function InstallationPanel({
  entry,
  service,
  onClose,
}: {
  readonly entry: StoreEntry
  readonly service: InstallationService
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const isSuperAdmin = useIsSuperAdmin()
  const isMail = service === 'smtp'
  return (
    <Panel entry={entry} onClose={onClose}>
      <p>{t(isMail ? 'plugins.elsewhere.mail' : 'plugins.elsewhere.signIn')}</p>
      {isMail && isSuperAdmin && (
        <Buttons>
          <Button size="md" icon="gear" onClick={() => void goTo('/user/admin/installation')}>
            {t('plugins.elsewhere.open')}
          </Button>
        </Buttons>
      )}
      {!isSuperAdmin && <p>{t('plugins.elsewhere.ask')}</p>}
    </Panel>
  )
}
