import { valueEditor } from '@common/views'
import { assertNever } from '@common/util/assert-never'
import { useTranslation } from '@renderer/i18n'
import { TextField } from '@renderer/ui'
import { DayField, DayRangeField, PeriodField } from './DayField'
import { NumberField, NumberRangeField, TimeField, TimeRangeField } from './NumberField'
import { OptionField, PersonField, RecordField } from './PickFields'
import type { ValueFieldProps } from './types'

/** The value of a condition, entered with the input of the column's type. */
export function ValueField(props: ValueFieldProps) {
  const { column, operator, value, onChange } = props
  const { t } = useTranslation()
  const editor = valueEditor(column, operator)
  switch (editor) {
    case 'none':
      return <span />
    case 'text':
      return (
        <TextField
          size="sm"
          aria-label={t('filters.value')}
          placeholder={t('filters.textHint')}
          value={typeof value === 'string' || typeof value === 'number' ? String(value) : ''}
          onChange={(text) => onChange(text === '' ? undefined : text)}
          spellCheck={false}
        />
      )
    case 'number':
      return <NumberField {...props} />
    case 'numberRange':
      return <NumberRangeField {...props} />
    case 'option':
    case 'options':
      return <OptionField {...props} single={editor === 'option'} />
    case 'person':
    case 'people':
      return <PersonField {...props} single={editor === 'person'} />
    case 'record':
    case 'records':
      return <RecordField {...props} single={editor === 'record'} />
    case 'day':
      return <DayField {...props} />
    case 'dayRange':
      return <DayRangeField {...props} />
    case 'period':
      return <PeriodField {...props} />
    case 'time':
      return <TimeField {...props} />
    case 'timeRange':
      return <TimeRangeField {...props} />
    default:
      return assertNever(editor)
  }
}
