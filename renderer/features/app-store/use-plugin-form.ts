import { isSecretField, type MessagePlugin, type PluginFieldKey, type PluginValues } from '@common/plugins'
import type { GivenPluginEntry, ListedPlugin } from '@common/operations/plugins'
import { useCommand } from '@renderer/api'
import { sentence } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { useState } from 'react'

/** One entry of the form. */
export interface DraftEntry {
  readonly key: string
  readonly values: PluginValues
  /** Position of the stored entry that it changes. */
  readonly stored?: number
  /** Secrets that the stored entry has. */
  readonly secrets: readonly PluginFieldKey[]
}

export const isStoredSecret = ({ secrets }: DraftEntry, key: PluginFieldKey): boolean => secrets.includes(key)

/** Returns an entry for the server, which keeps the stored value of an empty secret. */
export function givenOf({ values, stored }: DraftEntry): GivenPluginEntry {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  return { values: given, ...(stored !== undefined && { stored }) }
}

const emptyEntry = (key: string): DraftEntry => ({ key, values: {}, secrets: [] })

const draftsOf = ({ entries }: ListedPlugin): readonly DraftEntry[] =>
  entries.length === 0
    ? [emptyEntry('new 0')]
    : entries.map(({ values, secrets }, stored) => ({ key: `stored ${stored}`, values, secrets, stored }))

/** State of a plugin's form, and its actions. */
export function usePluginForm(projectId: string, plugin: MessagePlugin, state: ListedPlugin) {
  const save = useCommand('pluginSave')
  const turn = useCommand('pluginActiveSet')
  const remove = useCommand('pluginDelete')
  const [entries, setEntries] = useState(() => draftsOf(state))
  const [made, setMade] = useState(1)
  const [isChecked, setChecked] = useState(false)
  const { id } = plugin
  const isComplete = entries.every((entry) =>
    plugin.fields.every(
      (field) =>
        (entry.values[field.key] ?? '').trim() !== '' || (isSecretField(field) && isStoredSecret(entry, field.key)),
    ),
  )
  return {
    entries,
    isChecked,
    error: save.error ?? turn.error ?? remove.error,
    isSaving: save.isPending,
    isSwitching: turn.isPending,
    isRemoving: remove.isPending,
    change: (at: number, key: PluginFieldKey, value: string): void => {
      setEntries((before) =>
        before.map((entry, place) => (place === at ? { ...entry, values: { ...entry.values, [key]: value } } : entry)),
      )
      save.reset()
    },
    addEntry: (): void => {
      setEntries((before) => [...before, emptyEntry(`new ${made}`)])
      setMade(made + 1)
    },
    removeEntry: (at: number): void => setEntries((before) => before.filter((_, place) => place !== at)),
    save: async (): Promise<void> => {
      setChecked(true)
      if (!isComplete) return
      const args = { plugin: id, active: true, entries: entries.map(givenOf) }
      setEntries(draftsOf(await save.mutateAsync({ args, projectId, silent: true })))
      setChecked(false)
      toast.success(sentence('plugins.saved', { plugin: sentence(`plugins.services.${id}`) }))
    },
    toggle: (): void => turn.mutate({ args: { plugin: id, active: !state.isActive }, projectId, silent: true }),
    remove: (): void =>
      remove.mutate(
        { args: { plugin: id }, projectId, silent: true },
        {
          onSuccess: () => {
            setEntries([emptyEntry('new 0')])
            setChecked(false)
            toast.success(sentence('plugins.removed', { plugin: sentence(`plugins.services.${id}`) }))
          },
        },
      ),
  }
}
