import { capabilitiesOf } from '@common/dialects'
import type { ProjectListEntry } from '@common/operations/projects'
import type { TableSummary } from '@common/model'
import { messageOf, useOperation } from '@renderer/api'
import { EngineProvider, useTables } from '@renderer/features/tables'
import { sentenceText, useTranslation } from '@renderer/i18n'
import { permissionsIn } from '@renderer/stores'
import { ConfirmDialog, Dialog, ErrorBanner, Icon, Segments, Skeleton } from '@renderer/ui'
import { useState } from 'react'
import { imports, type ImportRequest } from './import-store'
import { SheetPane } from './SheetPane'
import { SheetRail } from './SheetRail'
import { useProblems, useTargets } from './use-problems'
import { resultingRows } from './resulting-rows'
import { useWizard } from './use-wizard'
import styles from './wizard.module.css'

/** Import wizard: previews files and edits the import plan of their tables. */
export function ImportWizard({ request }: { readonly request: ImportRequest }) {
  const { projectId } = request
  const { t } = useTranslation()
  const project = useOperation('projectOpen', {}, { projectId })
  const tables = useTables(projectId)
  const error = project.error ?? tables.error
  if (!project.data || !tables.value)
    return (
      <Dialog
        opened
        width={1120}
        title={t('imports.title')}
        action={t('imports.actionNone')}
        disabledReason={t('imports.reading')}
        onSubmit={() => undefined}
        onClose={imports.leave}
        error={error && messageOf(error)}
      >
        {error ? null : <Skeleton height={280} />}
      </Dialog>
    )
  return (
    <EngineProvider value={capabilitiesOf(project.data.server?.kind)}>
      <Loaded key={request.id} request={request} project={project.data} tables={tables.value} />
    </EngineProvider>
  )
}

interface LoadedProps {
  readonly request: ImportRequest
  readonly project: ProjectListEntry
  readonly tables: readonly TableSummary[]
}

function Loaded({ request, project, tables }: LoadedProps) {
  const { t } = useTranslation()
  const permissions = permissionsIn(project)
  const mayMakeTables = permissions.has('schema.change')
  const [taken] = useState(() => tables.flatMap(({ name, title }) => [name, title]))
  const wizard = useWizard({ request, taken, mayMakeTables })
  const [onFail, setOnFail] = useState<'skip' | 'stop'>('skip')
  const [isLeaving, setLeaving] = useState(false)
  const { items, active } = wizard
  const targets = useTargets(request.projectId, items)
  const problems = useProblems(request.projectId, items, taken)
  const included = items.filter((item) => item.included)
  const wrong = included.find((item) => problems.get(item.key) !== undefined)

  const begin = (): void => {
    if (wrong) return wizard.choose(wrong.key)
    void wizard.begin(onFail).then((hasBegun) => {
      if (hasBegun) imports.close()
    })
  }
  const isReading = included.some(({ isReading: reads, preview }) => reads || !preview)
  const unreadable = included.find(({ problem }) => problem !== undefined)
  return (
    <>
      <Dialog
        opened
        keepOnEscape
        width={1120}
        title={t('imports.titleInto', { project: project.title })}
        action={actionOf()}
        loading={wizard.isBeginning}
        disabledReason={
          included.length === 0
            ? t('imports.nothingChosen')
            : unreadable
              ? unreadable.problem && sentenceText(unreadable.problem)
              : isReading
                ? t('imports.reading')
                : wrong && problems.get(wrong.key)
        }
        error={wizard.failed}
        onSubmit={begin}
        onClose={() => (wizard.isChanged ? setLeaving(true) : imports.leave())}
        onCancel={imports.leave}
      >
        <div className={styles.wizard}>
          {items.length > 1 && (
            <SheetRail
              items={items}
              active={active}
              problems={problems}
              onChoose={wizard.choose}
              onInclude={wizard.include}
            />
          )}
          <div className={styles.main}>
            {active?.included === false && active.problem === undefined ? (
              <p className={styles.leftOut}>{t('imports.leftOut')}</p>
            ) : (
              active && (
                <SheetPane
                  // A file that has arrived stays where the keyboard is.
                  key={`${active.source} ${active.sheet}`}
                  projectId={request.projectId}
                  item={active}
                  tables={tables}
                  mayMakeTables={mayMakeTables}
                  wizard={wizard}
                />
              )
            )}
            {active?.problem !== undefined && <ErrorBanner title={active.file} text={sentenceText(active.problem)} />}
            {included.some(({ preview }) => preview) && (
              <div className={styles.onFail}>
                <span>{t('imports.onFail.label')}</span>
                <Segments
                  label={t('imports.onFail.label')}
                  value={onFail}
                  onChange={(chosen) => {
                    wizard.setChanged()
                    setOnFail(chosen)
                  }}
                  options={[
                    { value: 'skip', label: t('imports.onFail.skip') },
                    { value: 'stop', label: t('imports.onFail.stop') },
                  ]}
                />
                <span className={styles.hint}>{t(`imports.onFail.${onFail}Hint`)}</span>
                <span className={styles.problem} role="status">
                  {active && problems.has(active.key) && (
                    <>
                      <Icon name="warning" size={14} />
                      {problems.get(active.key)}
                    </>
                  )}
                </span>
              </div>
            )}
          </div>
        </div>
      </Dialog>
      {isLeaving && (
        <ConfirmDialog
          opened
          title={t('imports.discard.title')}
          action={t('imports.discard.action')}
          leave={t('imports.discard.leave')}
          onSubmit={imports.leave}
          onClose={() => setLeaving(false)}
        >
          {t('imports.discard.text')}
        </ConfirmDialog>
      )}
    </>
  )

  function actionOf(): string {
    const [only] = included
    const counts = included.map(({ preview, plan }) =>
      resultingRows(preview, plan, plan.target.kind === 'table' ? targets.get(plan.target.name) : undefined, onFail),
    )
    const count = counts.reduce<number | undefined>(
      (sum, each) => (sum === undefined || each === undefined ? undefined : sum + each.rows),
      0,
    )
    const isExact = counts.every((each) => each?.isExact === true)
    if (included.length > 1)
      return count === undefined
        ? t('imports.actionMany', { count: included.length })
        : t(isExact ? 'imports.actionManyRows' : 'imports.actionManyAbout', {
            count,
            sheets: t('imports.sheetCount', { count: included.length }),
          })
    if (count === undefined) return t('imports.action')
    if (count === 0 && only?.plan.target.kind === 'new') return t('imports.actionEmpty')
    return t(isExact ? 'imports.actionRows' : 'imports.actionAbout', { count })
  }
}
