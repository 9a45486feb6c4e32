import {
  colourColumns,
  dateColumns,
  endColumns,
  type CalendarColumns,
  type CalendarOptions,
} from '@common/views/calendar'
import type { Column, Table } from '@common/model'
import { TypeIcon } from '@renderer/cells'
import type { TableView } from '@renderer/features/views'
import { useTranslation } from '@renderer/i18n'
import { Button, Popover, Select } from '@renderer/ui'
import { useState } from 'react'
import styles from './calendar.module.css'

export interface CalendarSettingsProps {
  readonly view: TableView
  readonly table: Table
  readonly columns: CalendarColumns
  readonly options: CalendarOptions
}

const none = ''

/** Sets the date fields and the colour field of a calendar, for everyone who opens the view. */
export function CalendarSettings({ view, table, columns, options }: CalendarSettingsProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const { start, end, colour } = columns
  const lines = (list: readonly Column[]) =>
    list.map(({ name, title, uiType }) => ({ value: name, label: title, icon: <TypeIcon uiType={uiType} /> }))
  const nothing = { value: none, label: t('calendar.none') }
  const change = (patch: { readonly [Key in keyof CalendarOptions]: CalendarOptions[Key] | undefined }): void => {
    const next = { ...options, startColumn: start.name, ...patch }
    void view.changeOptions(
      Object.fromEntries(
        Object.entries(next).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== none,
        ),
      ),
    )
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={300}
      label={t('calendar.settings')}
      target={
        <Button kind="quiet" icon="calendar" onClick={() => setOpened(!opened)}>
          {end
            ? t('calendar.byBoth', { start: start.title, end: end.title })
            : t('calendar.by', { start: start.title })}
        </Button>
      }
    >
      <div className={styles.settings}>
        <Select
          size="sm"
          label={t('calendar.start')}
          value={start.name}
          options={lines(dateColumns(table))}
          onChange={(name) => change({ startColumn: name, ...(name === end?.name && { endColumn: undefined }) })}
        />
        <Select
          size="sm"
          label={t('calendar.end')}
          hint={t('calendar.endHint')}
          value={end?.name ?? none}
          options={[nothing, ...lines(endColumns(table, start))]}
          onChange={(name) => change({ endColumn: name })}
        />
        <Select
          size="sm"
          label={t('calendar.colour')}
          hint={t('calendar.colourHint')}
          value={colour?.name ?? none}
          options={[nothing, ...lines(colourColumns(table))]}
          onChange={(name) => change({ colourColumn: name })}
        />
      </div>
    </Popover>
  )
}
