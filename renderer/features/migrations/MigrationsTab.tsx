import type { ProjectListEntry } from '@common/operations/projects'
import { messageOf, sentenceOf, useCommand, useOperation } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { Button, EmptyState, ErrorState, PageHead, Segments, Skeleton, TabMiddle, TabPage } from '@renderer/ui'
import { useState } from 'react'
import { ComparePage } from './ComparePage'
import { MigrationList } from './MigrationList'
import styles from './migrations.module.css'

/** Lists, applies and rolls back migrations, and compares the schemas of environments. */
export function MigrationsTab({ project }: { readonly project: ProjectListEntry }) {
  const { t } = useTranslation()
  const [part, setPart] = useState<'list' | 'compare'>('list')
  return (
    <TabPage label={t('tabs.kinds.migrations')}>
      <div className={styles.column}>
        <PageHead title={t(`migrations.${part}.title`)} text={t(`migrations.${part}.text`)}>
          <Segments
            label={t('migrations.parts')}
            value={part}
            onChange={setPart}
            options={[
              { value: 'list', label: t('migrations.list.title') },
              { value: 'compare', label: t('migrations.compare.title') },
            ]}
          />
        </PageHead>
        {part === 'list' ? <MigrationsPart projectId={project.id} /> : <ComparePage projectId={project.id} />}
      </div>
    </TabPage>
  )
}

function MigrationsPart({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  // Files change without a command.
  const query = useOperation('migrationList', {}, { projectId, silent: true, refetchOnMount: 'always' })
  const start = useCommand('migrationStart')
  if (query.error !== null)
    return (
      <ErrorState
        title={t('migrations.failed')}
        text={messageOf(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (query.data === undefined) return <Skeleton width={320} />
  if (query.data.isOn)
    return <MigrationList projectId={projectId} migrations={query.data} onReload={() => void query.refetch()} />
  const begin = (): void =>
    start.mutate(
      { args: {}, projectId, silent: true },
      { onError: (error) => toast.error(sentence('migrations.notStarted'), { detail: sentenceOf(error) }) },
    )
  return (
    <TabMiddle>
      <EmptyState
        title={t('migrations.off')}
        text={t('migrations.offText')}
        action={
          <Button size="md" kind="main" icon="play" loading={start.isPending} onClick={begin}>
            {t('migrations.start')}
          </Button>
        }
      />
    </TabMiddle>
  )
}
