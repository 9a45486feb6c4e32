import type { Ref } from 'react'
import { useTranslation } from '@renderer/i18n'
import { IconButton } from './IconButton'
import { TextField, type FieldSize } from './TextField'

export interface SearchFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Name for readers and the words inside while it is empty. */
  readonly label: string
  readonly size?: FieldSize
  readonly className?: string | undefined
  readonly ref?: Ref<HTMLInputElement>
}

/** A find box: Escape and the cross empty it. */
export function SearchField({ value, onChange, label, size, className, ref }: SearchFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      {...(ref === undefined ? {} : { ref })}
      {...(size === undefined ? {} : { size })}
      type="search"
      icon="search"
      className={className}
      value={value}
      onChange={onChange}
      placeholder={label}
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return
        event.stopPropagation()
        onChange('')
      }}
      end={
        value === '' ? undefined : (
          <IconButton icon="close" size="xs" label={t('ui.empty')} onClick={() => onChange('')} />
        )
      }
    />
  )
}
