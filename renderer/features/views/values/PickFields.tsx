import type { ConditionValue } from '@common/views'
import { useTranslation } from '@renderer/i18n'
import { Avatar, PickField, type PickOption } from '@renderer/ui'
import { useEffect, useState } from 'react'
import type { ValueFieldProps } from './types'

interface PickFieldsProps extends ValueFieldProps {
  readonly single: boolean
}

const listOf = (value: ConditionValue | undefined): string[] => {
  if (Array.isArray(value)) return value.flatMap((each) => (typeof each === 'string' ? [each] : []))
  return typeof value === 'string' && value !== '' ? [value] : []
}

/** Returns one value or a list. An empty selection means no value yet. */
const valueOf = (values: readonly string[], single: boolean): ConditionValue | undefined =>
  values.length === 0 ? undefined : single ? values.at(-1) : [...values]

/** Options of a select as chips. If the column lists none, the user types the value. */
export function OptionField({ column, value, onChange, single }: PickFieldsProps) {
  const { t } = useTranslation()
  const options = column.column.options.options ?? []
  return (
    <PickField
      aria-label={t('filters.value')}
      placeholder={t('filters.pickHint')}
      values={listOf(value)}
      single={single}
      free={options.length === 0}
      options={options.map(({ title, color }) => ({ value: title, label: title, color }))}
      emptyText={t(options.length === 0 ? 'filters.writeOption' : 'filters.noOption')}
      onChange={(values) => onChange(valueOf(values, single))}
    />
  )
}

/** Stands for the current user instead of an address. */
const me = '@me'

export function PersonField({ value, onChange, single, sources }: PickFieldsProps) {
  const { t } = useTranslation()
  const isMe = typeof value === 'object' && value !== null && 'currentUser' in value
  const options: PickOption[] = [
    ...(single ? [{ value: me, label: t('filters.me') }] : []),
    ...sources.people.map((email) => ({ value: email, label: email, icon: <Avatar name={email} /> })),
  ]
  return (
    <PickField
      aria-label={t('filters.value')}
      placeholder={t('filters.pickHint')}
      values={isMe ? [me] : listOf(value)}
      single={single}
      free
      options={options}
      emptyText={t('filters.noPerson')}
      onChange={(values) => onChange(values.at(-1) === me ? { currentUser: true } : valueOf(values, single))}
    />
  )
}

/** Linked records by their names. */
export function RecordField({ column, value, onChange, single, sources }: PickFieldsProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [names, setNames] = useState<readonly string[]>([])
  const { records } = sources
  useEffect(() => {
    const request = new AbortController()
    records(column, text, request.signal).then(
      (found) => setNames([...new Set(found)]),
      // Names are only an offer: without them, one is written.
      () => undefined,
    )
    return () => request.abort()
  }, [records, column, text])
  return (
    <PickField
      aria-label={t('filters.value')}
      placeholder={t('filters.pickHint')}
      values={listOf(value)}
      single={single}
      free
      options={names.map((name) => ({ value: name, label: name }))}
      onSearch={setText}
      emptyText={t('filters.noRecord')}
      onChange={(values) => onChange(valueOf(values, single))}
    />
  )
}
