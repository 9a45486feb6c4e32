import { useTranslation } from '@renderer/i18n'
import { goTo, useIsSuperAdmin } from '@renderer/stores'
import { Button, Buttons } from '@renderer/ui'
import type { StoreEntry } from './entries'
import { Panel } from './Panel'

/** A service that all projects share: says where, or by whom, it is set up. */
export function InstallationPanel({ entry, onClose }: { readonly entry: StoreEntry; readonly onClose: () => void }) {
  const { t } = useTranslation()
  const isSuperAdmin = useIsSuperAdmin()
  const isFixed = entry.service?.state?.isFixed === true
  return (
    <Panel entry={entry} onClose={onClose}>
      <p>
        {t(
          entry.id === 'smtp'
            ? 'plugins.elsewhere.mail'
            : isFixed
              ? 'plugins.elsewhere.fixed'
              : 'plugins.elsewhere.installation',
        )}
      </p>
      {entry.id === 'smtp' && isSuperAdmin && (
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
