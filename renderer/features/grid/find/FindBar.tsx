import { directionOfValue, useTranslation } from '@renderer/i18n'
import { useEngine } from '@renderer/features/tables'
import { Button, classes, Icon, IconButton, Menu, MenuDivider, MenuItem } from '@renderer/ui'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import type { DataGridColumn } from '@renderer/features/records/painter/data-grid'
import styles from './find.module.css'
import { canBeSearched, isAskable } from './needle'
import type { FindState } from './use-find'

export interface FindBarProps {
  readonly find: FindState
  readonly columns: readonly DataGridColumn[]
  /** Grows when the field shall have the focus. */
  readonly asked: number
  /** Undefined if the user can't edit. */
  readonly replace: ReplaceState | undefined
  readonly onClose: () => void
}

export interface ReplaceState {
  readonly isOpen: boolean
  readonly text: string
  readonly working: boolean
  readonly onToggle: () => void
  readonly onText: (text: string) => void
  readonly onReplace: () => void
  readonly onReplaceAll: () => void
}

/** Search bar over the upper right of the cells: text, options, number of matches, and replacement. */
export function FindBar({ find, columns, asked, replace, onClose }: FindBarProps) {
  const { t } = useTranslation()
  const { absentFunctions } = useEngine()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [asked])
  const { needle, change, found, current, isLooking } = find
  const isBad = needle.text !== '' && !isAskable(needle)
  const none = found?.cells === 0 && !isLooking

  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' || event.key === 'F3') find.go(event.shiftKey ? -1 : 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const count = isBad
    ? t('grid.find.badPattern')
    : find.failed !== undefined
      ? t('grid.find.failed')
      : found === undefined
        ? ''
        : found.cells === 0
          ? t('grid.find.none')
          : t('grid.find.position', { at: current?.number ?? 1, count: found.cells })

  return (
    <div
      className={styles.bar}
      role="search"
      aria-label={t('grid.find.label')}
      onKeyDown={(event) => {
        // Key events of the menu, rendered elsewhere on the page, bubble here too.
        const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target)
        if (event.key !== 'Escape' || event.nativeEvent.isComposing || !isOwn) return
        event.preventDefault()
        onClose()
      }}
    >
      <div className={styles.line}>
        {replace && (
          <IconButton
            size="xs"
            icon={replace.isOpen ? 'chevronDown' : 'chevronRight'}
            label={t(replace.isOpen ? 'grid.find.hideReplace' : 'grid.find.showReplace')}
            aria-expanded={replace.isOpen}
            onClick={replace.onToggle}
          />
        )}
        <div className={classes(styles.field, (isBad || none) && styles.bad)}>
          <Icon name="search" size={14} />
          <input
            ref={field}
            dir={directionOfValue(needle.text)}
            value={needle.text}
            placeholder={t('grid.find.what')}
            aria-label={t('grid.find.what')}
            aria-invalid={isBad}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => change({ text: event.currentTarget.value })}
            onKeyDown={press}
          />
          <Option
            on={needle.matchCase}
            disabled={needle.isPattern}
            label={t('grid.find.matchCase')}
            onChange={(matchCase) => change({ matchCase })}
          >
            {t('grid.find.caseSign')}
          </Option>
          <Option
            on={needle.wholeCell}
            disabled={needle.isPattern}
            label={t('grid.find.wholeCell')}
            onChange={(wholeCell) => change({ wholeCell })}
          >
            [ ]
          </Option>
          {!absentFunctions.includes('REGEX_MATCH') && (
            <Option
              on={needle.isPattern}
              label={t('grid.find.pattern')}
              onChange={(isPattern) => change({ isPattern })}
            >
              .*
            </Option>
          )}
        </div>
        <span
          className={classes(styles.count, (isBad || find.failed !== undefined) && styles.wrong)}
          role="status"
          aria-live="polite"
        >
          {count}
        </span>
        <IconButton
          size="xs"
          icon="chevronUp"
          label={t('grid.find.previous')}
          disabled={!found?.cells}
          onClick={() => find.go(-1)}
        />
        <IconButton
          size="xs"
          icon="chevronDown"
          label={t('grid.find.next')}
          disabled={!found?.cells}
          onClick={() => find.go(1)}
        />
        <IconButton size="xs" icon="close" label={t('grid.find.close')} onClick={onClose} />
      </div>
      {replace?.isOpen && <ReplaceLine find={find} replace={replace} onOtherKey={press} />}
      <div className={styles.line}>
        {replace && <span className={styles.indent} />}
        <Fields find={find} columns={columns} />
      </div>
      {find.failed !== undefined && (
        <p className={styles.failure} role="alert">
          {find.failed}
        </p>
      )}
    </div>
  )
}

interface ReplaceLineProps {
  readonly find: FindState
  readonly replace: ReplaceState
  readonly onOtherKey: (event: KeyboardEvent) => void
}

/** The replacement text with its buttons. Enter replaces the current match. */
function ReplaceLine({ find, replace, onOtherKey }: ReplaceLineProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.line}>
      <span className={styles.indent} />
      <div className={styles.field}>
        <Icon name="pencil" size={14} />
        <input
          dir={directionOfValue(replace.text)}
          value={replace.text}
          placeholder={t('grid.find.with')}
          aria-label={t('grid.find.with')}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => replace.onText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
              event.preventDefault()
              replace.onReplace()
            } else onOtherKey(event)
          }}
        />
      </div>
      <Button disabled={!find.current} onClick={replace.onReplace}>
        {t('grid.find.replace')}
      </Button>
      <Button disabled={!find.found?.cells} loading={replace.working} onClick={replace.onReplaceAll}>
        {t('grid.find.replaceAll')}
      </Button>
    </div>
  )
}

/** Chooses the fields to search. */
function Fields({ find: { needle, change }, columns }: Pick<FindBarProps, 'find' | 'columns'>) {
  const { t } = useTranslation()
  const all = columns.filter(canBeSearched)
  const chosen = all.filter(({ id }) => needle.columns?.includes(id) ?? true)
  const [only] = chosen
  const label =
    needle.columns === undefined
      ? t('grid.find.allFields')
      : chosen.length === 1 && only
        ? t('grid.find.inField', { field: only.title })
        : t('grid.find.inFields', { count: chosen.length })
  const toggle = (id: string): void => {
    const ids = chosen.map((each) => each.id)
    const next =
      needle.columns === undefined ? [id] : ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]
    change({ columns: next.length === 0 || next.length === all.length ? undefined : next })
  }
  return (
    <Menu
      target={
        <button type="button" className={styles.fields}>
          {label}
          <Icon name="chevronDown" size={12} />
        </button>
      }
    >
      <MenuItem chosen={needle.columns === undefined} onClick={() => change({ columns: undefined })}>
        {t('grid.find.allFields')}
      </MenuItem>
      <MenuDivider />
      {all.map(({ id, title }) => (
        <MenuItem
          key={id}
          closeOnClick={false}
          chosen={needle.columns?.includes(id) === true}
          onClick={() => toggle(id)}
        >
          {title}
        </MenuItem>
      ))}
    </Menu>
  )
}

interface OptionProps {
  readonly on: boolean
  readonly disabled?: boolean
  readonly label: string
  readonly onChange: (on: boolean) => void
  readonly children: string
}

function Option({ on, disabled = false, label, onChange, children }: OptionProps) {
  return (
    <button
      type="button"
      className={classes(styles.option, on && styles.on)}
      aria-pressed={on}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={() => onChange(!on)}
    >
      {children}
    </button>
  )
}
