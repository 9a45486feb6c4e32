import type { TabPageProps } from '@renderer/features/tabs'
import { useTranslation } from '@renderer/i18n'
import { PartTabs, TabPage } from '@renderer/ui'
import { choosePart, useChosenPart } from './chosen-part'
import { teamParts } from './parts'
import styles from './team.module.css'

const panelId = 'team-part'

/** People, API tokens and roles of a project, one part at a time. */
export function TeamTab({ project, permissions }: TabPageProps) {
  const { t } = useTranslation()
  const chosen = useChosenPart((state) => state.id)
  const parts = teamParts.filter(({ permission }) => permissions.has(permission))
  const part = parts.find(({ id }) => id === chosen) ?? parts[0]
  if (part === undefined) return null
  return (
    <TabPage label={t('tabs.kinds.team')}>
      <div className={styles.head}>
        <PartTabs
          label={t('team.parts.label')}
          panelId={panelId}
          value={part.id}
          onChange={choosePart}
          parts={parts.map(({ id, title, Badge }) => ({
            value: id,
            label: title(),
            badge: Badge && <Badge projectId={project.id} />,
          }))}
        />
      </div>
      <div className={styles.panel} id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${part.id}`}>
        <part.Page key={project.id} project={project} permissions={permissions} />
      </div>
    </TabPage>
  )
}
