import { columnType } from '@common/columns/registry'
import { Month } from '@renderer/cells'
import { useTranslation } from '@renderer/i18n'
import { FieldDrop, Icon } from '@renderer/ui'
import { useState } from 'react'
import styles from '../form.module.css'
import { labelled, textOf, type WidgetProps } from './widget'

/** A date, with or without time: typed in the reader's format or picked from a calendar. */
export function DayWidget(props: WidgetProps) {
  const { field, draft, onChange, onLeave, reader } = props
  const { column } = field
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const type = columnType(column.uiType)
  const text = textOf(draft)
  const parsed = type.parseText(text, column, reader)
  const stored = parsed.ok && parsed.value !== null ? String(parsed.value) : null
  const pick = (day: string): void => {
    // The time of day that was written stays.
    const time = type.editor === 'dateTime' ? ` ${timeIn(text) ?? '00:00'}` : ''
    const picked = type.parseText(`${day}${time}`, column, reader)
    setOpened(false)
    onChange({ kind: 'text', text: picked.ok ? type.format(picked.value, column, reader) : day })
  }
  return (
    <div>
      <FieldDrop
        opened={opened}
        drop={<Month value={stored?.slice(0, 10) ?? null} reader={reader} onPick={({ iso }) => pick(iso)} />}
      >
        <div className={styles.withIcon}>
          <input
            {...labelled(props)}
            className={styles.line}
            placeholder={t(type.editor === 'dateTime' ? 'forms.momentHint' : 'forms.dayHint')}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onFocus={() => setOpened(true)}
            onClick={() => setOpened(true)}
            onBlur={() => {
              setOpened(false)
              onLeave()
            }}
            onKeyDown={(event) => {
              if (!opened || (event.key !== 'Escape' && event.key !== 'Enter')) return
              event.preventDefault()
              event.stopPropagation()
              setOpened(false)
            }}
            onChange={(event) => onChange({ kind: 'text', text: event.currentTarget.value })}
          />
          <Icon name="calendar" size={14} />
        </div>
      </FieldDrop>
    </div>
  )
}

const timeIn = (text: string): string | undefined => /\d{1,2}:\d{2}(?::\d{2})?/.exec(text)?.[0]
