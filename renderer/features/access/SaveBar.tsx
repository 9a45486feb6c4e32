import type { WantedTableRules } from '@common/operations/access'
import { client, operationKey, queryClient, sentenceOf } from '@renderer/api'
import { type Sentence, sentence, sentenceText, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { useState } from 'react'
import { draftKey, drafts, draftsOf, useDrafts, type Drafts } from './drafts'
import { changesOf, storedRules, wantedRules } from './rules'
import { UnsavedBar } from './UnsavedBar'
import type { RoleColumn, RulesEntry } from './use-access'

export interface SaveBarProps {
  readonly projectId: string
  readonly entries: readonly RulesEntry[]
  readonly roles: readonly RoleColumn[]
}

interface SavingState {
  readonly isSaving: boolean
  /** Why the server refused these changes. Others may be right. */
  readonly refused?: { readonly text: Sentence; readonly of: Drafts }
}

/** Counts unsaved changes, and saves or discards them. All or nothing. */
export function SaveBar({ projectId, entries, roles }: SaveBarProps) {
  const { t } = useTranslation()
  const unsaved = useDrafts(draftsOf(projectId))
  const [state, setState] = useState<SavingState>({ isSaving: false })
  const changed = entries.flatMap((entry) =>
    entry.roles.flatMap((of) => {
      const next = unsaved[draftKey(entry.table, of.role)]
      if (next === undefined) return []
      const before = storedRules(of)
      const at = [entry.table, of.role, of.granted] as const
      return [
        {
          role: of.role,
          ...changesOf(before, next),
          wanted: wantedRules(...at, next),
          before: wantedRules(...at, before),
        },
      ]
    }),
  )
  const count = changed.reduce((sum, { gained, lost, rules }) => sum + gained + lost + rules, 0)
  if (count === 0) return null
  const words = roles.flatMap(({ id, name }) => {
    const own = changed.filter(({ role }) => role === id)
    const total = (part: 'gained' | 'lost' | 'rules'): number => own.reduce((sum, each) => sum + each[part], 0)
    const [gained, lost, rules] = [total('gained'), total('lost'), total('rules')]
    return [
      ...(gained > 0 ? [t('access.bar.gains', { role: name, count: gained })] : []),
      ...(lost > 0 ? [t('access.bar.loses', { role: name, count: lost })] : []),
      ...(rules > 0 ? [t('access.bar.rules', { role: name, count: rules })] : []),
    ]
  })

  async function send(list: WantedTableRules[]): Promise<void> {
    await client.call('accessRulesSaveBulk', { list }, { projectId, silent: true })
    await queryClient.refetchQueries({ queryKey: operationKey('accessRulesRead', {}, projectId) })
  }
  async function save(): Promise<void> {
    setState({ isSaving: true })
    try {
      await send(changed.map(({ wanted }) => wanted))
    } catch (error) {
      setState({ isSaving: false, refused: { text: sentenceOf(error), of: unsaved } })
      return
    }
    setState({ isSaving: false })
    drafts.clear(projectId)
    const before = changed.map((each) => each.before)
    toast.success(sentence('access.saved'), {
      action: {
        label: sentence('access.undo'),
        run: () => void send(before).catch((error: unknown) => toast.error(sentenceOf(error))),
      },
    })
  }

  return (
    <UnsavedBar
      count={count}
      words={words}
      error={state.refused?.of === unsaved ? sentenceText(state.refused.text) : undefined}
      isSaving={state.isSaving}
      onDiscard={() => {
        drafts.clear(projectId)
        setState({ isSaving: false })
      }}
      onSave={() => void save()}
    />
  )
}
