import type { OperationInput } from '@common/operations'
import { client, operationKey, queryClient, sentenceOf } from '@renderer/api'
import { UnsavedBar, type RoleColumn } from '@renderer/features/access'
import { type Sentence, sentence, sentenceText, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { useState } from 'react'
import { draftKey, draftsOf, modelDrafts, useModelDrafts, type Model, type ModelDrafts } from './models'

export interface ModelsBarProps {
  readonly projectId: string
  readonly models: readonly Model[]
  readonly roles: readonly RoleColumn[]
}

type Wanted = OperationInput<'disabledModelsSave'>['list']

interface SavingState {
  readonly isSaving: boolean
  /** Why the server refused these changes. Others may be right. */
  readonly refused?: { readonly text: Sentence; readonly of: ModelDrafts }
}

/** Counts unsaved changes, and saves or discards them. All or nothing. */
export function ModelsBar({ projectId, models, roles }: ModelsBarProps) {
  const { t } = useTranslation()
  const unsaved = useModelDrafts(draftsOf(projectId))
  const [state, setState] = useState<SavingState>({ isSaving: false })
  const changes = models.flatMap((model) =>
    roles.flatMap(({ id, name }) => {
      const enabled = unsaved[draftKey(model, id)]
      return enabled === undefined ? [] : [{ model, role: id, name, enabled }]
    }),
  )
  if (changes.length === 0) return null
  const wanted = (isUndo: boolean): Wanted =>
    changes.map(({ model: { kind, name }, role, enabled }) => ({
      kind,
      name,
      disabled: { [role]: enabled === isUndo },
    }))
  const words = roles.flatMap(({ id, name }) => {
    const own = changes.filter(({ role }) => role === id)
    const on = own.filter(({ enabled }) => enabled).length
    const off = own.length - on
    return [
      ...(on > 0 ? [t('models.gains', { role: name, count: on })] : []),
      ...(off > 0 ? [t('models.loses', { role: name, count: off })] : []),
    ]
  })
  const send = async (list: Wanted): Promise<void> => {
    await client.call('disabledModelsSave', { list }, { projectId, silent: true })
    await Promise.all(
      (['disabledModelsRead', 'accessRulesRead'] as const).map((name) =>
        queryClient.refetchQueries({ queryKey: operationKey(name, {}, projectId) }),
      ),
    )
  }
  const save = async (): Promise<void> => {
    setState({ isSaving: true })
    try {
      await send(wanted(false))
    } catch (error) {
      setState({ isSaving: false, refused: { text: sentenceOf(error), of: unsaved } })
      return
    }
    setState({ isSaving: false })
    modelDrafts.clear(projectId)
    const before = wanted(true)
    toast.success(sentence('models.saved'), {
      action: {
        label: sentence('access.undo'),
        run: () => void send(before).catch((error: unknown) => toast.error(sentenceOf(error))),
      },
    })
  }
  return (
    <UnsavedBar
      count={changes.length}
      words={words}
      error={state.refused?.of === unsaved ? sentenceText(state.refused.text) : undefined}
      isSaving={state.isSaving}
      onDiscard={() => {
        modelDrafts.clear(projectId)
        setState({ isSaving: false })
      }}
      onSave={() => void save()}
    />
  )
}
