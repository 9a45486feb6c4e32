import { columnType } from '@common/columns/registry'
import { splitOptions } from '@common/columns/values/options'
import { Chip } from '@renderer/cells'
import { useOperation } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { Field, Icon, Select, TextArea, TextField } from '@renderer/ui'
import { useState } from 'react'
import type { ColumnDraft } from './column-draft'
import styles from './column-dialog.module.css'

export interface DefaultEditorProps {
  readonly projectId: string
  readonly draft: ColumnDraft
  readonly onChange: (defaultText: string) => void
  readonly error: string | undefined
  /** True if the column doesn't exist yet; existing records then get the default as well. */
  readonly isNew: boolean
}

/** The default of new records, entered like a cell of the type. */
export function DefaultEditor(props: DefaultEditorProps) {
  const { draft } = props
  const { defaults, editor } = columnType(draft.uiType)
  if (defaults.keyword !== undefined) return <MomentDefault {...props} keyword={defaults.keyword} />
  switch (editor) {
    case 'checkbox':
      return <YesNoDefault {...props} />
    case 'select':
      return <OptionDefault {...props} />
    case 'multiSelect':
      return <OptionsDefault {...props} />
    case 'rating':
      return <StarsDefault {...props} />
    case 'person':
      return <PersonDefault {...props} />
    case 'longText':
    case 'json':
      return <TextDefault {...props} mono={editor === 'json'} />
    default:
      return <LineDefault {...props} />
  }
}

function LineDefault({ draft, onChange, error, isNew }: DefaultEditorProps) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('tables.column.default')}
      hint={t(isNew ? 'tables.column.defaultHintNew' : 'tables.column.defaultHint')}
      value={draft.defaultText}
      onChange={onChange}
      error={error}
    />
  )
}

function TextDefault({ draft, onChange, error, isNew, mono }: DefaultEditorProps & { readonly mono: boolean }) {
  const { t } = useTranslation()
  return (
    <TextArea
      label={t('tables.column.default')}
      hint={t(isNew ? 'tables.column.defaultHintNew' : 'tables.column.defaultHint')}
      value={draft.defaultText}
      onChange={onChange}
      error={error}
      mono={mono}
    />
  )
}

const none = 'none'

/** One item of a list, or none. */
function ChosenDefault({
  draft,
  onChange,
  error,
  isNew,
  options,
  searchable = false,
}: DefaultEditorProps & {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly searchable?: boolean
}) {
  const { t } = useTranslation()
  const known = options.some(({ value }) => value === draft.defaultText)
  const other = draft.defaultText !== '' && !known ? [{ value: draft.defaultText, label: draft.defaultText }] : []
  return (
    <Select
      label={t('tables.column.default')}
      hint={t(isNew ? 'tables.column.defaultHintNew' : 'tables.column.defaultHint')}
      value={draft.defaultText === '' ? none : draft.defaultText}
      options={[{ value: none, label: t('tables.column.noDefault') }, ...options, ...other]}
      onChange={(value) => onChange(value === none ? '' : value)}
      error={error}
      searchable={searchable}
    />
  )
}

function YesNoDefault(props: DefaultEditorProps) {
  const { t } = useTranslation()
  const options = [
    { value: 'true', label: t('tables.column.ticked') },
    { value: 'false', label: t('tables.column.notTicked') },
  ]
  return <ChosenDefault {...props} options={options} />
}

function OptionDefault(props: DefaultEditorProps) {
  const titles = [...new Set(props.draft.options.map(({ title }) => title.trim()))].filter((title) => title !== '')
  return (
    <ChosenDefault
      {...props}
      options={titles.map((title) => ({ value: title, label: title }))}
      searchable={titles.length > 10}
    />
  )
}

function StarsDefault(props: DefaultEditorProps) {
  const options = Array.from({ length: props.draft.max }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))
  return <ChosenDefault {...props} options={options} />
}

function PersonDefault(props: DefaultEditorProps) {
  const people = useOperation('projectMemberList', {}, { projectId: props.projectId }).data ?? []
  const options = people.map(({ email }) => ({ value: email, label: email }))
  return <ChosenDefault {...props} options={options} searchable={options.length > 10} />
}

function OptionsDefault({ draft, onChange, error, isNew }: DefaultEditorProps) {
  const { t } = useTranslation()
  const chosen = splitOptions(draft.defaultText)
  const options = draft.options.filter(({ title }) => title.trim() !== '')
  const toggle = (title: string): void => {
    const next = chosen.includes(title) ? chosen.filter((one) => one !== title) : [...chosen, title]
    onChange(next.join(', '))
  }
  if (options.length === 0) return null
  return (
    <Field
      label={t('tables.column.default')}
      hint={t(isNew ? 'tables.column.defaultHintNew' : 'tables.column.defaultHint')}
      error={error}
    >
      {() => (
        <div className={styles.chips}>
          {options.map((option) => (
            <label key={option.title}>
              <input
                type="checkbox"
                checked={chosen.includes(option.title.trim())}
                onChange={() => toggle(option.title.trim())}
              />
              {chosen.includes(option.title.trim()) && <Icon name="check" size={12} />}
              <Chip option={option} />
            </label>
          ))}
        </div>
      )}
    </Field>
  )
}

/** None, the time of creation, or a fixed time. */
function MomentDefault(props: DefaultEditorProps & { readonly keyword: string }) {
  const { draft, onChange, error, isNew, keyword } = props
  const { t } = useTranslation()
  const [fixed, setFixed] = useState(draft.defaultText !== '' && draft.defaultText !== keyword)
  const value = fixed ? 'fixed' : draft.defaultText === keyword ? 'now' : none
  return (
    <div className={styles.settings}>
      <Select
        label={t('tables.column.default')}
        hint={t(isNew ? 'tables.column.defaultHintNew' : 'tables.column.defaultHint')}
        value={value}
        options={[
          { value: none, label: t('tables.column.noDefault') },
          { value: 'now', label: t(`tables.column.present.${keyword === 'CURRENT_DATE' ? 'day' : 'moment'}`) },
          { value: 'fixed', label: t('tables.column.fixed') },
        ]}
        onChange={(next) => {
          setFixed(next === 'fixed')
          onChange(next === 'now' ? keyword : '')
        }}
      />
      {fixed && (
        <TextField label={t('tables.column.fixedValue')} value={draft.defaultText} onChange={onChange} error={error} />
      )}
    </div>
  )
}
