import type { Permissions } from '@common/permissions'
import { tabs } from '@renderer/features/tabs'
import { useTranslation } from '@renderer/i18n'
import { IconButton } from '@renderer/ui'
import { cronTabId } from './tab-id'

/** Opens the crons from the app bar (S1 §2). */
export function CronButton({ permissions }: { readonly permissions: Permissions }) {
  const { t } = useTranslation()
  if (!permissions.has('job.manage')) return null
  return (
    <IconButton icon="clock" label={t('tabs.kinds.cron')} keys="Mod+Shift+C" onClick={() => tabs.openKind(cronTabId)} />
  )
}
