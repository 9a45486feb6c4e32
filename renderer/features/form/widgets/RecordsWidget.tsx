import { useTranslation } from '@renderer/i18n'
import { PickField } from '@renderer/ui'
import { useEffect, useMemo, useState } from 'react'
import styles from '../form.module.css'
import type { Choice } from '../sources'
import { valueOf, type WidgetProps } from './widget'

const searchDelayMs = 200

/** Records of another table, found by writing. */
export function RecordsWidget({ field, draft, onChange, onLeave, sources }: WidgetProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [found, setFound] = useState<readonly Choice[]>([])
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map())
  const [failed, setFailed] = useState(false)
  const value = valueOf(draft)
  const values = useMemo(() => idsOf(value), [value])
  const { find, labels } = sources

  useEffect(() => {
    const request = new AbortController()
    const timer = setTimeout(
      () => {
        find(field, text.trim(), request.signal).then(
          (choices) => {
            setFailed(false)
            setFound(choices)
            setKnown((before) => new Map([...before, ...choices.map(({ value: id, label }) => [id, label] as const)]))
          },
          () => {
            if (!request.signal.aborted) setFailed(true)
          },
        )
      },
      text === '' ? 0 : searchDelayMs,
    )
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [find, field, text])
  // A value from the address has only an id, no name yet.
  const nameless = values.filter((id) => !known.has(id)).join('\n')
  useEffect(() => {
    if (nameless === '') return undefined
    const request = new AbortController()
    labels(field, nameless.split('\n'), request.signal).then(
      (choices) =>
        setKnown((before) => new Map([...before, ...choices.map(({ value: id, label }) => [id, label] as const)])),
      // Then it is seen by its id.
      () => undefined,
    )
    return () => request.abort()
  }, [labels, field, nameless])

  const offered = new Map([
    ...values.map((id) => [id, known.get(id) ?? id] as const),
    ...found.map(({ value: id, label }) => [id, label] as const),
  ])
  return (
    <div className={styles.pick} onBlur={onLeave}>
      <PickField
        aria-label={field.label}
        values={values}
        single={!field.many}
        options={[...offered].map(([id, label]) => ({ value: id, label }))}
        onSearch={setText}
        placeholder={t('forms.findRecord', { table: field.link?.relatedTitle ?? '' })}
        emptyText={t(failed ? 'forms.recordsFailed' : 'forms.noRecord')}
        onChange={(next) => onChange({ kind: 'value', value: field.many ? next : (next.at(-1) ?? null) })}
      />
    </div>
  )
}

function idsOf(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value]
  return list.flatMap((id) => (typeof id === 'string' && id !== '' ? [id] : typeof id === 'number' ? [String(id)] : []))
}
