import { computedKinds, typeFor, typeOfKind } from '@common/columns/new-types'
import { creatableTypes } from '@common/columns/registry'
import type { UiType } from '@common/columns/ui-types'
import { TypeIcon } from '@renderer/cells'
import { directionOfValue, useTranslation } from '@renderer/i18n'
import { classes, Field, Icon } from '@renderer/ui'
import { useEffect, useId, useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { useEngine } from './engine'
import styles from './tables.module.css'

export interface TypePickerProps {
  /** Undefined while nothing is chosen: then give a placeholder. */
  readonly value: UiType | undefined
  readonly onChange: (uiType: UiType) => void
  readonly placeholder?: string
  readonly error?: string | undefined
  readonly size?: 'sm' | 'md'
  readonly label?: string
  /** Accessible label, if there is no visible one. */
  readonly hiddenLabel?: string
  /** True for a column whose type can't be changed: a key, or a database-specific type. */
  readonly isFixed?: boolean
  /** The column is not there yet: then it can be counted from its first row on. */
  readonly isNew?: boolean
  /** Offers computed types in addition to stored ones, or only them. */
  readonly computed?: 'too' | 'only' | undefined
  /** Restricts the stored types to these. */
  readonly only?: readonly UiType[] | undefined
  /** Offers these types, whatever the database. */
  readonly types?: readonly UiType[] | undefined
  /** Shows the type, and no reason why it can't be changed. */
  readonly isReadOnly?: boolean
}

/** Chooses the type of a column, with icons and a search over names and purposes. */
export function TypePicker({
  value,
  onChange,
  label,
  hiddenLabel,
  isFixed = false,
  isNew = true,
  computed,
  only,
  types,
  placeholder,
  error,
  size = 'md',
  isReadOnly = false,
}: TypePickerProps) {
  const { t } = useTranslation()
  const [place, setPlace] = useState<CSSProperties>()
  const open = place !== undefined
  const shown = value === undefined ? (placeholder ?? '') : t(`columnTypes.${value}.name`)
  const setOpen = (next: boolean): void => setPlace(next ? placeUnder(button.current) : undefined)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!open) return undefined
    const close = (event: PointerEvent): void => {
      if (event.target instanceof Node && box.current?.contains(event.target) !== true) setPlace(undefined)
    }
    document.addEventListener('pointerdown', close, true)
    return () => document.removeEventListener('pointerdown', close, true)
  }, [open])
  return (
    <Field label={label} error={error}>
      {(control) => (
        <div className={styles.picker} ref={box}>
          <button
            {...control}
            aria-label={hiddenLabel && t('tables.column.typeNamed', { label: hiddenLabel, type: shown })}
            ref={button}
            type="button"
            className={styles.pickerButton}
            aria-haspopup="listbox"
            aria-expanded={open}
            data-size={size}
            disabled={isFixed || isReadOnly}
            title={isFixed ? t('tables.column.typeFixed') : undefined}
            onClick={() => setOpen(!open)}
          >
            {value !== undefined && <TypeIcon uiType={value} />}
            <span className={styles.pickerName} data-empty={value === undefined || undefined}>
              {shown}
            </span>
            {!isFixed && !isReadOnly && <Icon name="chevronDown" size={12} />}
          </button>
          {open && (
            <TypeList
              place={place}
              value={value}
              isNew={isNew}
              computed={computed}
              only={only}
              types={types}
              onChoose={(chosen) => {
                onChange(chosen)
                setOpen(false)
                button.current?.focus()
              }}
              onClose={() => {
                setOpen(false)
                button.current?.focus()
              }}
            />
          )}
        </div>
      )}
    </Field>
  )
}

const listWidth = 320
const listHeight = 304

/**
 * Positions the list on top of everything, so that a scrolling dialog doesn't cut it. Opens upwards if there is no room
 * below.
 */
function placeUnder(button: HTMLElement | null): CSSProperties {
  const box = button?.getBoundingClientRect() ?? new DOMRect()
  const above = box.bottom + listHeight > window.innerHeight && box.top > listHeight
  // Within the dialog, as far as there is one: a list that hangs out of it looks lost.
  const frame = button?.closest('[role="dialog"]')?.getBoundingClientRect()
  const least = (frame !== undefined && frame.width > listWidth + 16 ? frame.left : 0) + 8
  const most = Math.min(frame?.right ?? window.innerWidth, window.innerWidth) - listWidth - 8
  const left = Math.max(least, Math.min(box.right - listWidth, most))
  return above
    ? { left, bottom: window.innerHeight - box.top + 4, width: listWidth }
    : { left, top: box.bottom + 4, width: listWidth }
}

interface FoundType {
  readonly name: UiType
  /** Texts that the search matches: name, synonyms, description. */
  readonly texts: readonly string[]
}

/** Returns the types that match a text: by full name first, then by part of it, by synonym, by description. */
export function typesFor(wanted: string, types: readonly FoundType[]): readonly FoundType[] {
  const rankOf = ({ texts }: FoundType): number => {
    if (texts[0]?.toLocaleLowerCase() === wanted) return -1
    const begins = texts.findIndex((text) =>
      text
        .toLocaleLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .some((word) => word.startsWith(wanted)),
    )
    if (begins >= 0) return begins
    const holds = texts.findIndex((text) => text.toLocaleLowerCase().includes(wanted))
    return holds < 0 ? Infinity : texts.length + holds
  }
  if (wanted === '') return types
  return types.filter((type) => rankOf(type) < Infinity).toSorted((one, other) => rankOf(one) - rankOf(other))
}

interface TypeListProps {
  readonly isNew: boolean
  readonly computed: TypePickerProps['computed']
  readonly only: TypePickerProps['only']
  readonly types: TypePickerProps['types']
  readonly place: CSSProperties
  readonly value: UiType | undefined
  readonly onChoose: (uiType: UiType) => void
  readonly onClose: () => void
}

function TypeList({ place, value, isNew, computed, only, types: given, onChoose, onClose }: TypeListProps) {
  const { t } = useTranslation()
  const id = useId()
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLocaleLowerCase()
  const engine = useEngine()
  const isCounted = isNew && engine.autoNumber
  const stored = creatableTypes.filter(
    ({ name, role }) => (isCounted || role !== 'counter' || value === name) && (only?.includes(name) ?? true),
  )
  const offered: readonly { readonly name: UiType }[] = given?.map((name) => ({ name })) ?? [
    ...(computed === 'only' ? [] : stored),
    ...(computed === 'too' ? [{ name: typeFor.link }] : []),
    ...(computed === undefined ? [] : computedKinds.map((kind) => ({ name: typeOfKind[kind] }))),
  ]
  const types = typesFor(
    wanted,
    offered.map(({ name }) => ({
      name,
      texts: [t(`columnTypes.${name}.name`), t(`columnTypes.${name}.words`), t(`columnTypes.${name}.hint`)],
    })),
  )
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      offered.findIndex(({ name }) => name === value),
    ),
  )
  const current = types[Math.min(at, types.length - 1)]
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') setAt(Math.min(types.length - 1, at + 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(0, Math.min(at, types.length - 1) - 1))
    else if (event.key === 'Enter') {
      if (current) onChoose(current.name)
    } else if (event.key === 'Escape') onClose()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={styles.typeList} style={place}>
      <input
        className={styles.typeSearch}
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={current && `${id}-${current.name}`}
        aria-label={t('tables.column.findType')}
        placeholder={t('tables.column.findType')}
        dir={directionOfValue(query)}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={press}
      />
      <div
        id={id}
        // An empty list box is invalid for accessibility.
        role={types.length === 0 ? 'status' : 'listbox'}
        aria-label={types.length === 0 ? undefined : t('tables.column.type')}
        className={styles.types}
      >
        {types.map(({ name }, index) => (
          <div
            key={name}
            id={`${id}-${name}`}
            role="option"
            tabIndex={-1}
            aria-selected={name === value}
            className={classes(styles.typeOption, name === current?.name && styles.highlighted)}
            ref={(element) => {
              if (element && name === current?.name) element.scrollIntoView({ block: 'nearest' })
            }}
            onPointerMove={() => setAt(index)}
            onClick={() => onChoose(name)}
          >
            <TypeIcon uiType={name} />
            <span>{t(`columnTypes.${name}.name`)}</span>
            <span className={styles.typeHint}>{t(`columnTypes.${name}.hint`)}</span>
          </div>
        ))}
        {types.length === 0 && <p className={styles.none}>{t('tables.column.noType')}</p>}
      </div>
    </div>
  )
}
