import { typedWords } from '@common/util/typed-list'
import { fileLimitsMax, formLimits, type FieldPart } from '@common/views/form'
import { useTranslation } from '@renderer/i18n'
import { TextField } from '@renderer/ui'
import { useId, useState } from 'react'
import styles from './builder.module.css'
import type { FieldPropertiesProps } from './types'

type Limits = NonNullable<FieldPart['files']>

/** How many files a field takes, how large they may be, and of which types. */
export function FileLimitsEditor({ part, onChange }: Pick<FieldPropertiesProps, 'part' | 'onChange'>) {
  const { t } = useTranslation()
  const id = useId()
  const files = part.files ?? {}
  const [types, setTypes] = useState((files.types ?? []).join(', '))
  const change = (patch: { readonly [K in keyof Limits]?: Limits[K] | undefined }): void => {
    const entries = Object.entries({ ...files, ...patch }).filter(([, value]) => value !== undefined)
    onChange({ files: entries.length === 0 ? undefined : (Object.fromEntries(entries) as Limits) }, 'files')
  }
  return (
    <section className={styles.property} aria-labelledby={id}>
      <h3 id={id}>{t('forms.files.limits')}</h3>
      <LimitField
        label={t('forms.files.count')}
        value={files.count}
        max={fileLimitsMax.count}
        onChange={(count) => change({ count })}
      />
      <LimitField
        label={t('forms.files.size')}
        value={files.megabytes}
        max={fileLimitsMax.megabytes}
        onChange={(megabytes) => change({ megabytes })}
      />
      <TextField
        label={t('forms.files.types')}
        hint={t('forms.files.typesHint')}
        value={types}
        onChange={(text) => {
          setTypes(text)
          const endings = endingsIn(text)
          change({ types: endings.length === 0 ? undefined : endings })
        }}
      />
    </section>
  )
}

interface LimitFieldProps {
  readonly label: string
  readonly value: number | undefined
  readonly max: number
  readonly onChange: (value: number | undefined) => void
}

function LimitField({ label, value, max, onChange }: LimitFieldProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const read = Number(text)
  const isRight = text.trim() === '' || (Number.isInteger(read) && read >= 1 && read <= max)
  return (
    <TextField
      label={label}
      inputMode="numeric"
      placeholder={String(max)}
      value={text}
      error={isRight ? undefined : t('forms.files.wrong', { max })}
      onChange={(next) => {
        setText(next)
        const limit = Number(next)
        if (next.trim() === '') onChange(undefined)
        else if (Number.isInteger(limit) && limit >= 1 && limit <= max) onChange(limit)
      }}
    />
  )
}

/** Returns the endings in a text such as `.pdf, JPG`. */
const endingsIn = (text: string): string[] => {
  const endings = typedWords(text.toLowerCase()).map((ending) => ending.replace(/^\*?\./, ''))
  return [...new Set(endings.filter((ending) => /^[a-z0-9]{1,10}$/.test(ending)))].slice(0, formLimits.fileTypes)
}
