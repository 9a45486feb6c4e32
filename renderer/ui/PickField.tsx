import { Combobox, useCombobox } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import { directionOfValue, useTranslation } from '@renderer/i18n'
import type { OptionColor } from '@common/model'
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from './classes'
import { Icon } from './Icon'
import styles from './PickField.module.css'

export interface PickOption {
  readonly value: string
  readonly label: string
  /** Draws the label as a chip. */
  readonly color?: OptionColor
  /** Decoration before the label. */
  readonly icon?: ReactNode
}

export interface PickFieldProps {
  /** Name for readers. */
  readonly 'aria-label': string
  readonly values: readonly string[]
  readonly onChange: (values: string[]) => void
  readonly options: readonly PickOption[]
  /** True for a single choice: a new one replaces the old. */
  readonly single?: boolean
  /** True if users may pick text that isn't an option. */
  readonly free?: boolean
  /** True if the values are only shown. */
  readonly disabled?: boolean
  /** Searches options elsewhere for the typed text. They are shown as they arrive. */
  readonly onSearch?: (text: string) => void
  readonly placeholder?: string
  /** Shown if no option matches the text. */
  readonly emptyText: string
}

/** Values chosen from a list that is narrowed by writing, shown as chips in the field. */
export function PickField(props: PickFieldProps) {
  const { values, onChange, options, placeholder, emptyText, disabled = false, 'aria-label': label } = props
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const noteId = useId()
  const { combobox, text, shown, isNew, rejected, write, choose, press, leave } = usePick(props)
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={choose}
      offset={4}
      transitionProps={{ duration: 120, transition: 'fade' }}
      classNames={{ dropdown: styles.dropdown ?? '', option: styles.option ?? '' }}
    >
      <Combobox.DropdownTarget>
        <div
          className={styles.box}
          data-disabled={disabled || undefined}
          onPointerDown={(event) => {
            if (disabled || event.target === input.current) return
            event.preventDefault()
            input.current?.focus()
            combobox.toggleDropdown()
          }}
        >
          {values.map((value) => (
            <Picked
              key={value}
              option={options.find((option) => option.value === value) ?? { value, label: value }}
              onRemove={disabled ? undefined : () => onChange(values.filter((each) => each !== value))}
            />
          ))}
          <Combobox.EventsTarget withExpandedAttribute>
            <input
              ref={input}
              className={styles.input}
              role="combobox"
              aria-expanded={combobox.dropdownOpened}
              aria-controls={combobox.listId ?? undefined}
              aria-label={label}
              disabled={disabled}
              placeholder={values.length === 0 ? placeholder : undefined}
              dir={directionOfValue(text)}
              value={text}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => write(event.currentTarget.value)}
              onClick={() => combobox.openDropdown()}
              aria-invalid={rejected !== undefined || undefined}
              aria-describedby={rejected === undefined ? undefined : noteId}
              onBlur={leave}
              onKeyDown={press}
            />
          </Combobox.EventsTarget>
          {!disabled && <Icon name="chevronDown" size={12} />}
          {rejected !== undefined && (
            <span id={noteId} className={styles.rejected} role="alert">
              {t('ui.pick.rejected', { text: rejected })}
            </span>
          )}
        </div>
      </Combobox.DropdownTarget>
      <Combobox.Dropdown>
        <Combobox.Options className={styles.options} aria-label={label}>
          {shown.map((option) => (
            <Combobox.Option
              key={option.value}
              value={option.value}
              active={values.includes(option.value)}
              aria-selected={values.includes(option.value)}
            >
              <OptionText option={option} />
              {values.includes(option.value) && <Icon name="check" size={14} />}
            </Combobox.Option>
          ))}
          {isNew && <Combobox.Option value={text.trim()}>{t('ui.pick.use', { text: text.trim() })}</Combobox.Option>}
          {shown.length === 0 && !isNew && <Combobox.Empty className={styles.empty}>{emptyText}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** State of a field: the typed text, the options that match it, and the picks by pointer, by Enter and on blur. */
function usePick({ values, onChange, options, single = false, free = false, onSearch }: PickFieldProps) {
  const [text, setText] = useState('')
  const combobox = useCombobox({
    onDropdownClose: () => combobox.resetSelectedOption(),
    onDropdownOpen: () => combobox.selectActiveOption(),
  })
  /** Typed text without a matching option. */
  const [rejected, setRejected] = useState<string>()
  /** True if the user pressed Enter before the options for the text had loaded. */
  const isWaiting = useRef(false)
  const write = (next: string): void => {
    setText(next)
    setRejected(undefined)
    isWaiting.current = false
    onSearch?.(next)
    combobox.openDropdown()
    combobox.updateSelectedOptionIndex()
  }
  const wanted = text.trim().toLocaleLowerCase()
  const shown = onSearch ? options : options.filter((option) => option.label.toLocaleLowerCase().includes(wanted))
  const isNew = free && wanted !== '' && !options.some((option) => option.label.toLocaleLowerCase() === wanted)
  const choose = (value: string): void => {
    if (single) {
      onChange([value])
      combobox.closeDropdown()
    } else onChange(values.includes(value) ? values.filter((each) => each !== value) : [...values, value])
    setText('')
    setRejected(undefined)
    isWaiting.current = false
    onSearch?.('')
  }
  const match =
    shown.find(({ label: name }) => name.toLocaleLowerCase() === wanted) ??
    // Options that load asynchronously may belong to an earlier text.
    shown.find(({ label: name }) => name.toLocaleLowerCase().includes(wanted))
  /** Picks the matching option. Leaves text without a match, with a message. */
  const take = (): void => {
    if (match) choose(match.value)
    else if (onSearch && !free) isWaiting.current = true
    else if (isNew) choose(text.trim())
    else setRejected(text.trim())
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Backspace' && text === '' && values.length > 0) onChange(values.slice(0, -1))
    if (event.key !== 'Enter' || wanted === '' || event.nativeEvent.isComposing) return
    // The user has moved to another option with the arrow keys.
    if (combobox.dropdownOpened && combobox.getSelectedOptionIndex() > 0) return
    event.preventDefault()
    event.stopPropagation()
    take()
  }
  const leave = (): void => {
    combobox.closeDropdown()
    if (wanted === '') return
    const exact = shown.find(({ label: name }) => name.toLocaleLowerCase() === wanted)
    if (exact) choose(exact.value)
    else if (free) choose(text.trim())
    else setRejected(text.trim())
  }
  const offer = useEffectEvent(() => {
    if (isWaiting.current && match) choose(match.value)
    // Marks the first option, which Enter picks.
    else if (wanted !== '') combobox.selectFirstOption()
  })
  useEffect(() => offer(), [wanted, match?.value])
  return { combobox, text, shown, isNew, rejected, write, choose, press, leave }
}

interface PickedProps {
  readonly option: PickOption
  /** Undefined for a value that stays. */
  readonly onRemove: (() => void) | undefined
}

function Picked({ option, onRemove }: PickedProps) {
  const { t } = useTranslation()
  return (
    <span className={styles.picked} style={colours(option)}>
      {option.icon}
      <span className={styles.text}>{option.label}</span>
      {onRemove !== undefined && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.remove}
          aria-label={t('ui.pick.remove', { name: option.label })}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={onRemove}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  )
}

function OptionText({ option }: { readonly option: PickOption }) {
  return (
    <span className={styles.line}>
      {option.icon}
      <span className={classes(styles.text, option.color && styles.chip)} style={colours(option)}>
        {option.label}
      </span>
    </span>
  )
}

const colours = ({ color }: PickOption) =>
  color === undefined ? undefined : { background: `var(--c-${color})`, color: `var(--k-${color})` }
