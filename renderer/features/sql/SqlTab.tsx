import { capabilitiesOf, serverKindFacts } from '@common/dialects'
import type { TabPageProps } from '@renderer/features/tabs'
import { useTranslation } from '@renderer/i18n'
import { sqlDesk, useActiveSqlSheet, useProduction } from '@renderer/stores'
import { TabPage } from '@renderer/ui'
import { useMemo } from 'react'
import { languageOf } from './editor/languages'
import { FirstQuery } from './FirstQuery'
import { QueryDesk } from './QueryDesk'
import { useKnownSchema } from './use-schema'

/** The SQL editor of a project: open queries, the text of one, its results. */
export function SqlTab({ project, permissions, onRowsWritten }: TabPageProps) {
  const { t } = useTranslation()
  const projectId = project.id
  const kind = project.server?.kind
  const language = useMemo(() => languageOf(kind), [kind])
  const schema = useKnownSchema(
    projectId,
    capabilitiesOf(kind),
    kind === undefined ? undefined : (serverKindFacts[kind].schema ?? undefined),
  )
  const sheet = useActiveSqlSheet(projectId)
  const isProduction = useProduction(({ ids }) => ids.has(projectId)) || project.production
  const database =
    project.server === null || kind === undefined
      ? t(project.source === 'builtIn' ? 'sql.database.builtIn' : 'sql.database.file', { file: project.fileName })
      : t('sql.database.server', { server: serverKindFacts[kind].name, database: project.server.database })
  return (
    <TabPage label={t('tabs.kinds.sql')}>
      {sheet === undefined ? (
        <FirstQuery tables={schema.tables} language={language} onOpen={(text) => sqlDesk.open(projectId, { text })} />
      ) : (
        <QueryDesk
          projectId={projectId}
          sheet={sheet}
          language={language}
          schema={schema}
          database={database}
          isProduction={isProduction}
          mayWrite={permissions.has('sql.write')}
          mayMakeViews={permissions.has('schema.change')}
          onRowsWritten={onRowsWritten}
        />
      )}
    </TabPage>
  )
}
