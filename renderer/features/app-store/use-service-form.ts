import type { ListedService } from '@common/operations/services'
import { isFieldValue, type ServiceField, type ServicePlugin, type ServiceValues } from '@common/plugins/services'
import { useCommand } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { useState } from 'react'

/** State of a service's form, and its actions. */
export function useServiceForm(plugin: ServicePlugin, state: ListedService) {
  const { t } = useTranslation()
  const save = useCommand('serviceSave')
  const turn = useCommand('serviceActiveSet')
  const remove = useCommand('serviceDelete')
  const test = useCommand('serviceTest')
  const [values, setValues] = useState<ServiceValues>(state.values)
  const [isChecked, setChecked] = useState(false)
  const { id } = plugin
  const name = t(`plugins.services.${id}`)

  const valueOf = ({ key }: ServiceField): string => values[key] ?? ''
  /** Stored secrets go only where they were entered for. */
  const isSamePlace = plugin.fields.every(
    (field) => field.isPlace !== true || valueOf(field) === (state.values[field.key] ?? ''),
  )
  const isStored = ({ key }: ServiceField): boolean => isSamePlace && state.secrets.includes(key)
  const problemOf = (field: ServiceField): string | null => {
    const value = valueOf(field).trim()
    const label = t(`plugins.serviceFields.${field.key}`)
    if (value === '')
      return field.isOptional === true || field.preset !== undefined || isStored(field)
        ? null
        : t('plugins.missing', { field: label })
    if (isFieldValue(field, value)) return null
    return field.placeholder === undefined
      ? t('plugins.invalid', { field: label })
      : t('plugins.invalidSuchAs', { field: label, example: field.placeholder })
  }
  /** Without those that have no effect. */
  const fields = plugin.fields.filter(({ flag }) => flag === undefined || values[flag] === 'on')
  const isComplete = fields.every((field) => problemOf(field) === null)
  const given: ServiceValues = Object.fromEntries(
    fields.flatMap((field) => (valueOf(field) === '' ? [] : [[field.key, valueOf(field)]])),
  )
  const checked = (): boolean => {
    setChecked(true)
    return isComplete
  }

  return {
    fields,
    valueOf,
    isStored,
    errorOf: (field: ServiceField): string | null => (isChecked ? problemOf(field) : null),
    test,
    error: save.error ?? turn.error ?? remove.error,
    isSaving: save.isPending,
    isSwitching: turn.isPending,
    isRemoving: remove.isPending,
    change: ({ key }: ServiceField, value: string): void => {
      setValues((before) => ({ ...before, [key]: value }))
      save.reset()
      test.reset()
    },
    runTest: (): void => {
      if (checked()) test.mutate({ args: { service: id, values: given }, silent: true })
    },
    save: async (): Promise<void> => {
      if (!checked()) return
      const { list } = await save.mutateAsync({ args: { service: id, active: true, values: given }, silent: true })
      setValues(list.find(({ service }) => service === id)?.values ?? {})
      setChecked(false)
      toast.success(sentence('plugins.saved', { plugin: name }))
    },
    toggle: (): void => turn.mutate({ args: { service: id, active: !state.isActive }, silent: true }),
    remove: (): void =>
      remove.mutate(
        { args: { service: id }, silent: true },
        {
          onSuccess: () => {
            setValues({})
            setChecked(false)
            toast.success(sentence('plugins.removed', { plugin: name }))
          },
        },
      ),
  }
}
