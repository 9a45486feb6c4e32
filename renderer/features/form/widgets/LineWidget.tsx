import { columnType } from '@common/columns/registry'
import { classes } from '@renderer/ui'
import styles from '../form.module.css'
import { labelled, textOf, type WidgetProps } from './widget'

/** What phones show for keys. */
const inputModes = { Email: 'email', URL: 'url', PhoneNumber: 'tel', Number: 'numeric', Year: 'numeric' } as const

/** One line: texts, numbers, times. The column's own parser judges what was written. */
export function LineWidget(props: WidgetProps) {
  const { field, draft, onChange, onLeave } = props
  const { uiType } = field.column
  const isNumber = columnType(uiType).editor === 'number'
  const mode = uiType in inputModes ? inputModes[uiType as keyof typeof inputModes] : isNumber ? 'decimal' : undefined
  return (
    <input
      {...labelled(props)}
      className={styles.line}
      dir="auto"
      inputMode={mode}
      autoComplete="off"
      spellCheck={uiType === 'SingleLineText'}
      value={textOf(draft)}
      onChange={(event) => onChange({ kind: 'text', text: event.currentTarget.value })}
      onBlur={onLeave}
    />
  )
}

/** Several lines, as high as what is written in them. */
export function AreaWidget(props: WidgetProps) {
  const { field, draft, onChange, onLeave } = props
  const isCode = columnType(field.column.uiType).editor === 'json'
  return (
    <textarea
      {...labelled(props)}
      className={classes(styles.area, isCode && styles.code)}
      dir={isCode ? 'ltr' : 'auto'}
      rows={3}
      spellCheck={!isCode}
      value={textOf(draft)}
      onChange={(event) => onChange({ kind: 'text', text: event.currentTarget.value })}
      onBlur={onLeave}
    />
  )
}
