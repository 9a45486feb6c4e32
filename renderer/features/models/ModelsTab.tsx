import type { ProjectListEntry } from '@common/operations/projects'
import { nameKey } from '@common/wire/names'
import { messageOf } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import {
  Button,
  EmptyState,
  ErrorState,
  PageHead,
  SearchField,
  Segments,
  Skeleton,
  TabHead,
  TabPage,
} from '@renderer/ui'
import { useMemo, useState } from 'react'
import { modelTypes, useModels, type ModelType } from './models'
import { ModelsBar } from './ModelsBar'
import { ModelsMatrix } from './ModelsMatrix'
import styles from './models.module.css'

type Shown = ModelType | 'all'

/** Meta Management (S1 §2): tables, SQL views, relations, functions and procedures, on or off for each role. */
export function ModelsTab({ project }: { readonly project: ProjectListEntry }) {
  const { t } = useTranslation()
  const { models, roles, error, retry } = useModels(project)
  const [filter, setFilter] = useState('')
  const [chosen, setChosen] = useState<Shown>('all')
  const wanted = nameKey(filter.trim())
  const present = modelTypes.filter((type) => models?.some((model) => model.type === type) === true)
  const type: Shown = present.some((each) => each === chosen) ? chosen : 'all'
  const shown = useMemo(
    () =>
      models?.filter(
        (model) =>
          (type === 'all' || model.type === type) &&
          (nameKey(model.name).includes(wanted) || nameKey(model.title).includes(wanted)),
      ) ?? [],
    [models, type, wanted],
  )
  return (
    <TabPage label={t('tabs.kinds.models')}>
      <TabHead>
        <PageHead title={t('models.title')} text={t('models.hint')}>
          {present.length > 1 && (
            <Segments<Shown>
              size="md"
              label={t('models.types.label')}
              value={type}
              options={[
                { value: 'all', label: t('models.types.all') },
                ...present.map((value) => ({ value, label: t(`models.types.${value}`) })),
              ]}
              onChange={setChosen}
            />
          )}
          <SearchField className={styles.find} label={t('models.find')} value={filter} onChange={setFilter} />
        </PageHead>
      </TabHead>
      <div className={styles.content}>
        {models === undefined || roles === undefined ? (
          <div className={styles.loading}>
            {error === null ? (
              <Skeleton height={240} />
            ) : (
              <ErrorState title={t('models.notRead')} text={messageOf(error)} onRetry={retry} />
            )}
          </div>
        ) : shown.length === 0 ? (
          <EmptyState
            title={t(models.length === 0 ? 'models.none' : 'models.noMatch')}
            action={models.length > 0 && <Button onClick={() => setFilter('')}>{t('models.clearFilter')}</Button>}
          />
        ) : (
          <ModelsMatrix projectId={project.id} models={shown} roles={roles} />
        )}
      </div>
      {models !== undefined && roles !== undefined && (
        <ModelsBar projectId={project.id} models={models} roles={roles} />
      )}
    </TabPage>
  )
}
