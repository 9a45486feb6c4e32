import type { OperationOutput } from '@common/operations'
import type { ListedEnvironment } from '@common/operations/environments'
import { messageOf, useCommand, useOperation } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import {
  Badge,
  Button,
  ConfirmDialog,
  copyText,
  EmptyState,
  ErrorBanner,
  ErrorState,
  Section,
  Select,
  Skeleton,
} from '@renderer/ui'
import { useState } from 'react'
import { DifferenceList } from './DifferenceList'
import styles from './migrations.module.css'

type Comparison = OperationOutput<'schemaCompare'>

/** Chooses two environments, shows how their schemas differ, and makes one like the other. */
export function ComparePage({ projectId }: { readonly projectId: string }) {
  const { t } = useTranslation()
  const query = useOperation('environmentList', {}, { projectId, silent: true })
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
  const { list } = query.data
  if (list.length < 2) return <EmptyState title={t('migrations.compare.one')} text={t('migrations.compare.oneText')} />
  return <Comparing projectId={projectId} list={list} />
}

interface ComparingProps {
  readonly projectId: string
  readonly list: readonly ListedEnvironment[]
}

function Comparing({ projectId, list }: ComparingProps) {
  const { t } = useTranslation()
  const working = list.find(({ isWorking }) => isWorking)?.name ?? ''
  const [source, setSource] = useState(working)
  const [target, setTarget] = useState(list.find(({ name }) => name !== working)?.name ?? '')
  const isSame = source === target
  const query = useOperation(
    'schemaCompare',
    { target, source },
    { projectId, silent: true, refetchOnMount: 'always', enabled: !isSame },
  )
  const options = list.map(({ name }) => ({ value: name, label: name }))
  return (
    <>
      <div className={styles.pair}>
        <Select label={t('migrations.compare.target')} value={target} onChange={setTarget} options={options} />
        <Select label={t('migrations.compare.source')} value={source} onChange={setSource} options={options} />
      </div>
      {isSame ? (
        <EmptyState title={t('migrations.compare.same')} text={t('migrations.compare.sameText')} />
      ) : query.error !== null ? (
        <ErrorState
          title={t('migrations.compare.failed')}
          text={messageOf(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : query.data === undefined ? (
        <Skeleton width={320} />
      ) : query.data.differences.length === 0 ? (
        <EmptyState
          title={t('migrations.compare.equal')}
          text={t('migrations.compare.equalText', { target, source })}
        />
      ) : (
        <Compared
          projectId={projectId}
          target={target}
          source={source}
          comparison={query.data}
          onApplied={() => void query.refetch()}
        />
      )}
    </>
  )
}

interface ComparedProps {
  readonly projectId: string
  readonly target: string
  readonly source: string
  readonly comparison: Comparison
  readonly onApplied: () => void
}

function Compared({ projectId, target, source, comparison, onApplied }: ComparedProps) {
  const { t } = useTranslation()
  const { differences, script, digest, production } = comparison
  const [isAsking, setAsking] = useState(false)
  const apply = useCommand('schemaScriptApply')
  const losing = script.filter(({ danger }) => danger === 'losesData').length
  const copy = (): void =>
    void copyText(script.map(({ sql }) => `${sql};`).join('\n\n')).then(() =>
      toast.success(sentence('migrations.compare.copied')),
    )
  return (
    <>
      <Section title={t('migrations.compare.differences', { count: differences.length })}>
        <DifferenceList differences={differences} />
      </Section>
      <Section
        title={t('migrations.compare.script')}
        text={t('migrations.compare.scriptText', { target, source })}
        actions={
          <>
            <Button size="md" icon="copy" onClick={copy}>
              {t('migrations.compare.copy')}
            </Button>
            <Button size="md" kind="main" icon="play" onClick={() => setAsking(true)}>
              {t('migrations.compare.apply', { target })}
            </Button>
          </>
        }
      >
        <ol className={styles.script} aria-label={t('migrations.compare.script')}>
          {script.map(({ sql, danger }, at) => (
            // Statements can repeat; their order never changes.
            <li key={`${at} ${sql}`} data-danger={danger ?? undefined}>
              {danger !== null && (
                <Badge kind={danger === 'losesData' ? 'error' : 'warning'}>{t(`migrations.dangers.${danger}`)}</Badge>
              )}
              <bdi className={styles.definition}>{sql}</bdi>
            </li>
          ))}
        </ol>
      </Section>
      <ConfirmDialog
        opened={isAsking}
        danger
        onClose={() => setAsking(false)}
        title={t('migrations.compare.applyTitle', { target })}
        action={t('migrations.compare.applyAction')}
        loading={apply.isPending}
        error={apply.isError ? messageOf(apply.error) : null}
        onSubmit={() =>
          apply.mutate(
            { args: { target, source, digest }, projectId, silent: true },
            {
              onSuccess: ({ statements: count }) => {
                toast.success(sentence('migrations.compare.applied', { count }))
                setAsking(false)
                onApplied()
              },
            },
          )
        }
      >
        <p>{t('migrations.compare.applyText', { count: script.length, target })}</p>
        {production && <ErrorBanner kind="warning" title={t('migrations.compare.production', { target })} />}
        {losing > 0 && <ErrorBanner title={t('migrations.compare.loses', { count: losing })} />}
      </ConfirmDialog>
    </>
  )
}
