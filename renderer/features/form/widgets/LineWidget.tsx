import { isPlainText } from '@common/columns/questions'
import { columnType } from '@common/columns/registry'
import { directionOfValue } from '@renderer/i18n'
import { classes } from '@renderer/ui'
import styles from '../form.module.css'
import { labelled, textOf, type WidgetProps } from './widget'

/** Keyboard layout on phones. */
/** A single line for texts, numbers and times. The column's own parser validates the input. */
export function LineWidget(props: WidgetProps) {
  const { field, draft, onChange, onLeave } = props
  const { keyboard } = columnType(field.column.uiType)
  return (
    <input
      {...labelled(props)}
      className={styles.line}
      dir={directionOfValue(textOf(draft))}
      inputMode={keyboard === 'text' ? undefined : keyboard}
      autoComplete="off"
      spellCheck={isPlainText(field.column)}
      value={textOf(draft)}
      onChange={(event) => onChange({ kind: 'text', text: event.currentTarget.value })}
      onBlur={onLeave}
    />
  )
}

/** A multi-line field that grows with its text. */
export function AreaWidget(props: WidgetProps) {
  const { field, draft, onChange, onLeave } = props
  const isCode = columnType(field.column.uiType).editor === 'json'
  return (
    <textarea
      {...labelled(props)}
      className={classes(styles.area, isCode && styles.code)}
      dir={isCode ? 'ltr' : directionOfValue(textOf(draft))}
      rows={3}
      spellCheck={!isCode}
      value={textOf(draft)}
      onChange={(event) => onChange({ kind: 'text', text: event.currentTarget.value })}
      onBlur={onLeave}
    />
  )
}
