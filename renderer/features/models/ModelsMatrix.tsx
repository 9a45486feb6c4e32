import { Matrix, RoleChip, Tick, tickOf, type RoleColumn } from '@renderer/features/access'
import { TableIcon } from '@renderer/features/tables'
import { viewKindOf } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import { Icon } from '@renderer/ui'
import { draftsOf, isEnabled, modelDrafts, modelKey, useModelDrafts, type Model } from './models'
import styles from './models.module.css'

export interface ModelsMatrixProps {
  readonly projectId: string
  /** The models that the filter shows. The ticks of the head act on these. */
  readonly models: readonly Model[]
  readonly roles: readonly RoleColumn[]
}

const roleWidthPx = 132

/** Models down, roles across, one tick each. */
export function ModelsMatrix({ projectId, models, roles }: ModelsMatrixProps) {
  const { t } = useTranslation()
  const unsaved = useModelDrafts(draftsOf(projectId))
  const reasonOf = ({ isEditable }: RoleColumn): string | undefined => (isEditable ? undefined : t('access.notYours'))
  return (
    <Matrix
      label={t('models.title')}
      count={models.length}
      keyOf={(row) => (models[row] === undefined ? '' : modelKey(models[row]))}
      first={1}
      last={roles.length}
      roles={roles.length}
      roleWidth={roleWidthPx}
      corner={t('models.count', { count: models.length })}
      head={(focusable) =>
        roles.map((role, at) => {
          const state = tickOf(models.map((model) => isEnabled(model, role.id, unsaved)))
          return (
            <div key={role.id} role="columnheader" aria-colindex={at + 2} className={styles.role}>
              <RoleChip role={role} />
              <Tick
                state={state}
                label={t('models.tickAll', { role: role.name })}
                at={`-1,${at + 1}`}
                isFocusable={focusable === at + 1}
                reason={reasonOf(role)}
                onToggle={() => modelDrafts.set(projectId, models, role.id, state !== 'on')}
              />
            </div>
          )
        })
      }
      row={(row, focusable) => {
        const model = models[row]
        if (model === undefined) return null
        return (
          <>
            <div className={styles.name} role="rowheader">
              <ModelIcon model={model} />
              <span title={model.title}>
                <bdi>{model.title}</bdi>
              </span>
            </div>
            {roles.map((role, at) => {
              const enabled = isEnabled(model, role.id, unsaved)
              return (
                <div key={role.id} role="gridcell" aria-colindex={at + 2} className={styles.cell}>
                  <Tick
                    state={enabled ? 'on' : 'off'}
                    label={t('models.tick', { model: model.title, role: role.name })}
                    at={`${row},${at + 1}`}
                    isFocusable={focusable === at + 1}
                    reason={reasonOf(role)}
                    forbidden={enabled ? undefined : t('models.disabled')}
                    isChanged={enabled === model.disabled.has(role.id)}
                    onToggle={() => modelDrafts.set(projectId, [model], role.id, !enabled)}
                  />
                </div>
              )
            })}
          </>
        )
      }}
    />
  )
}

function ModelIcon({ model: { type, viewKind } }: { readonly model: Model }) {
  if (viewKind !== undefined) return <Icon name={viewKindOf(viewKind).icon} size={14} />
  if (type === 'function' || type === 'procedure') return <Icon name={type} size={14} />
  if (type === 'relation') return <Icon name="link" size={14} />
  return <TableIcon table={{ type: type === 'view' ? 'view' : 'table' }} />
}
