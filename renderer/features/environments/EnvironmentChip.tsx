import type { ProjectListEntry } from '@common/operations/projects'
import type { Permissions } from '@common/permissions'
import { tabKindOf, tabOfKind, tabs } from '@renderer/features/tabs'
import { useTranslation, withTexts } from '@renderer/i18n'
import { later, Tooltip } from '@renderer/ui'
import { useState } from 'react'
import styles from './EnvironmentChip.module.css'
import { environmentsTabId } from './tab-id'

const ChangeEnvironmentDialog = later(
  async () => (await withTexts(import('./ChangeEnvironmentDialog'), ['environments'])).ChangeEnvironmentDialog,
)

/** Name of the working environment beside the project. Opens the dialog that changes it. */
export function EnvironmentChip({
  project,
  permissions,
}: {
  readonly project: ProjectListEntry
  readonly permissions: Permissions
}) {
  const { t } = useTranslation()
  const [isChanging, setChanging] = useState(false)
  const mayChange = permissions.has('environment.manage')
  const openTab = (): void => {
    const kind = tabKindOf(environmentsTabId)
    if (kind !== undefined) tabs.open(tabOfKind(kind))
  }
  return (
    <>
      <Tooltip label={t(mayChange ? 'dashboard.changeEnvironment' : 'dashboard.showEnvironments')}>
        <button
          type="button"
          className={styles.chip}
          aria-label={t('dashboard.environment', { environment: project.environment })}
          onClick={() => (mayChange ? setChanging(true) : openTab())}
        >
          <bdi>{project.environment}</bdi>
        </button>
      </Tooltip>
      {isChanging && (
        <ChangeEnvironmentDialog
          project={project}
          onOpenTab={() => {
            setChanging(false)
            openTab()
          }}
          onClose={() => setChanging(false)}
        />
      )}
    </>
  )
}
