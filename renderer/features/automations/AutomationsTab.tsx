import { useOperation } from '@renderer/api'
import { WorkList, WorkTab } from '@renderer/features/jobs'
import type { TabPageProps } from '@renderer/features/tabs'
import { useTranslation } from '@renderer/i18n'
import { AutomationEditor } from './AutomationEditor'
import { AutomationLine } from './AutomationLine'
import { AutomationRuns } from './AutomationRuns'

/** The automations of a project: the list, the chosen one, its test and its runs. */
export function AutomationsTab({ project, tables }: TabPageProps) {
  const { t } = useTranslation()
  const projectId = project.id
  const all = useOperation('automationList', {}, { projectId, silent: true, refetchOnMount: 'always' })
  return (
    <WorkTab
      label={t('tabs.kinds.automations')}
      query={all}
      notRead={t('automations.notRead')}
      none={{ title: t('automations.none.title'), text: t('automations.none.text'), action: t('automations.new') }}
    >
      {({ list, chosen, choose, begin }) => (
        <>
          <WorkList title={t('tabs.kinds.automations')} list={list} onNew={begin}>
            {(automation) => (
              <AutomationLine
                automation={automation}
                tables={tables}
                isChosen={automation === chosen}
                onChoose={() => choose(automation.id)}
              />
            )}
          </WorkList>
          <AutomationEditor
            key={chosen === undefined ? 'new' : `automation ${chosen.id}`}
            projectId={projectId}
            tables={tables}
            automation={chosen}
            onSaved={choose}
            onClose={() => choose()}
          />
          {chosen !== undefined && (
            <AutomationRuns key={`runs ${chosen.id}`} projectId={projectId} automation={chosen} />
          )}
        </>
      )}
    </WorkTab>
  )
}
