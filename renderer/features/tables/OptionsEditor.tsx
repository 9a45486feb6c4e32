import { moved } from '@common/util/moved'
import { optionColors, type OptionColor, type SelectOption } from '@common/model'
import { directionOfValue, useTranslation } from '@renderer/i18n'
import { Button, Field, Icon, IconButton, Menu, MenuItem } from '@renderer/ui'
import { useRef, useState, type KeyboardEvent } from 'react'
import { withNewOption } from './column-draft'
import styles from './tables.module.css'

export interface OptionsEditorProps {
  readonly options: readonly SelectOption[]
  readonly onChange: (options: readonly SelectOption[]) => void
  readonly error: string | undefined
}

/** The options of a select column, with name and colour. Enter in a name goes to the next one. */
export function OptionsEditor({ options, onChange, error }: OptionsEditorProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  /** Index of the dragged option. */
  const [moving, setMoving] = useState<number>()
  const replace = (at: number, option: SelectOption): void =>
    onChange(options.map((one, index) => (index === at ? option : one)))
  const focusOption = (at: number): void => {
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLInputElement>('input')[at]?.focus())
  }
  const focusHandle = (at: number): void => {
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>(`.${styles.handle}`)[at]?.focus())
  }
  const press = (event: KeyboardEvent<HTMLInputElement>, at: number): void => {
    if (event.key === 'Enter') {
      event.preventDefault()
      event.stopPropagation()
      if (at === options.length - 1) onChange(withNewOption(options))
      focusOption(at + 1)
    } else if (event.key === 'Backspace' && event.currentTarget.value === '' && options.length > 1) {
      event.preventDefault()
      onChange(options.filter((_, index) => index !== at))
      focusOption(Math.max(0, at - 1))
    }
  }
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= options.length || to === from) return
    onChange(moved(options, from, to))
    setMoving((at) => (at === undefined ? at : to))
  }
  return (
    <Field label={t('tables.column.options')} error={error}>
      {(control) => (
        <div className={styles.options} ref={list}>
          {options.map((option, at) => (
            <div key={at} className={styles.optionRow} data-moving={moving === at || undefined}>
              <button
                type="button"
                className={styles.handle}
                aria-label={t('tables.column.moveOption', { option: option.title || String(at + 1) })}
                onKeyDown={(event) => {
                  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
                  if (by === 0) return
                  event.preventDefault()
                  move(at, at + by)
                  focusHandle(at + by)
                }}
                onPointerDown={(event) => {
                  event.currentTarget.setPointerCapture(event.pointerId)
                  setMoving(at)
                }}
                onPointerMove={(event) => {
                  if (moving !== undefined) move(moving, rowUnder(list.current, event.clientY, moving))
                }}
                onPointerUp={() => setMoving(undefined)}
                onPointerCancel={() => setMoving(undefined)}
              >
                <Icon name="grip" size={14} />
              </button>
              <ColorChoice
                color={option.color}
                label={t('tables.column.optionColor', { option: option.title || String(at + 1) })}
                onChange={(color) => replace(at, { ...option, color })}
              />
              <input
                {...(at === 0 ? control : {})}
                className={styles.optionName}
                style={{ background: `var(--c-${option.color})`, color: `var(--k-${option.color})` }}
                aria-label={t('tables.column.optionName', { number: at + 1 })}
                placeholder={t('tables.column.optionPlaceholder')}
                dir={directionOfValue(option.title)}
                value={option.title}
                onChange={(event) => replace(at, { ...option, title: event.currentTarget.value })}
                onKeyDown={(event) => press(event, at)}
              />
              <IconButton
                icon="close"
                size="xs"
                label={t('tables.column.removeOption', { option: option.title || String(at + 1) })}
                onClick={() => onChange(options.filter((_, index) => index !== at))}
              />
            </div>
          ))}
          <Button
            kind="quiet"
            icon="plus"
            className={styles.addOption}
            onClick={() => {
              onChange(withNewOption(options))
              focusOption(options.length)
            }}
          >
            {t('tables.column.addOption')}
          </Button>
        </div>
      )}
    </Field>
  )
}

/** The row that the pointer is over; the last one below the list, the first one above it. */
function rowUnder(list: HTMLElement | null, y: number, otherwise: number): number {
  const rows = [...(list?.children ?? [])].slice(0, -1)
  if (rows.length === 0) return otherwise
  const at = rows.findIndex((row) => y < row.getBoundingClientRect().bottom)
  return at < 0 ? rows.length - 1 : at
}

interface ColorChoiceProps {
  readonly color: OptionColor
  readonly label: string
  readonly onChange: (color: OptionColor) => void
}

function ColorChoice({ color, label, onChange }: ColorChoiceProps) {
  const { t } = useTranslation()
  return (
    <Menu
      width={160}
      target={
        <button type="button" className={styles.colorButton} aria-label={label} title={label}>
          <span className={styles.color} style={{ background: `var(--k-${color})` }} />
        </button>
      }
    >
      {optionColors.map((name) => (
        <MenuItem key={name} onClick={() => onChange(name)}>
          <span className={styles.colorLine}>
            <span className={styles.color} style={{ background: `var(--k-${name})` }} />
            {t(`tables.column.color.${name}`)}
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}
