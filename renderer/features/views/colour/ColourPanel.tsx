import { moved } from '@common/util/moved'
import { optionColors, type OptionColor } from '@common/model'
import { filterColumn, filterColumns, type ColourRule, type ViewFilterGroup } from '@common/views'
import { useTranslation } from '@renderer/i18n'
import { Button, classes, Icon, IconButton, Menu, MenuItem, Select } from '@renderer/ui'
import { useRef } from 'react'
import { firstCondition, withGroup, withLine, type DraftGroup } from '../filter/draft'
import { FilterLines, useColumnOptions } from '../filter/FilterLines'
import { useDraft } from '../filter/use-draft'
import { PopoverHead } from '../ScopeSwitch'
import type { ColourPopoverProps } from './ColourPopover'
import panelStyles from '../panel.module.css'
import styles from './colour.module.css'

/** Represents the whole row in the list of fields. */
const wholeRow = '\u0000row'
/** `viewSettings.colours`. */
const rulesMax = 50

/** The colour rules of a view. */
export function ColourPanel({ view, table, reader, sources }: ColourPopoverProps) {
  const { t } = useTranslation()
  const add = useRef<HTMLButtonElement>(null)
  const { colours } = view.settings
  // Rules have no ids. Each gets one while the popover is open, so that rules aren't confused.
  const keys = useRef<number[]>([])
  while (keys.current.length < colours.length) keys.current.push(Math.max(0, ...keys.current) + 1)
  const change = (next: readonly ColourRule[]): void => view.change({ colours: [...next] })
  const latest = useRef(colours)
  latest.current = colours

  // A rule that was just removed may still try to save its pending text.
  const put = (key: number | undefined, rule: ColourRule): void => {
    const at = keys.current.findIndex((each) => each === key)
    if (at >= 0) change(latest.current.map((each, place) => (place === at ? rule : each)))
  }
  const remove = (at: number): void => {
    keys.current = keys.current.filter((_, place) => place !== at)
    change(colours.filter((_, place) => place !== at))
    add.current?.focus()
  }
  const move = (from: number, to: number): void => {
    keys.current = moved(keys.current, from, to)
    change(moved(colours, from, to))
  }
  const addRule = (): void => {
    const condition = firstCondition(table)
    if (condition === undefined) return
    // The next unused colour; grey doesn't stand out.
    const color = optionColors.find((each) => each !== 'grey' && !colours.some((rule) => rule.color === each))
    change([...colours, { color: color ?? 'red', filter: { join: 'and', filters: [condition] } }])
  }
  return (
    <div className={panelStyles.panel}>
      <PopoverHead title={t('colours.title')} hint={t('colours.hint')} view={view} />
      <div className={classes(panelStyles.body, styles.rules)}>
        {colours.length === 0 && <p className={panelStyles.empty}>{t('colours.empty')}</p>}
        {colours
          .map((rule, at) => ({ rule, at, key: keys.current[at] }))
          .map(({ rule, at, key }) => (
            <Rule
              key={key}
              table={table}
              reader={reader}
              sources={sources}
              rule={rule}
              label={t('colours.rule', { place: at + 1 })}
              onChange={(next) => put(key, next)}
              onRemove={() => remove(at)}
              onUp={at === 0 ? undefined : () => move(at, at - 1)}
              onDown={at === colours.length - 1 ? undefined : () => move(at, at + 1)}
            />
          ))}
      </div>
      <div className={panelStyles.foot}>
        <Button
          ref={add}
          kind="quiet"
          icon="plus"
          data-autofocus
          disabled={colours.length >= rulesMax || filterColumns(table).length === 0}
          onClick={addRule}
        >
          {t('colours.add')}
        </Button>
        <span className={panelStyles.space} />
        {colours.length > 0 && (
          <Button
            kind="quiet"
            onClick={() => {
              keys.current = []
              change([])
              add.current?.focus()
            }}
          >
            {t('filters.clear')}
          </Button>
        )}
      </div>
    </div>
  )
}

interface RuleProps extends Pick<ColourPopoverProps, 'table' | 'reader' | 'sources'> {
  readonly rule: ColourRule
  readonly label: string
  readonly onChange: (rule: ColourRule) => void
  readonly onRemove: () => void
  readonly onUp: (() => void) | undefined
  readonly onDown: (() => void) | undefined
}

/** The target of a colour and its condition. */
function Rule({ table, reader, sources, rule, label, onChange, onRemove, onUp, onDown }: RuleProps) {
  const { t } = useTranslation()
  const latest = useRef(rule)
  latest.current = rule
  const { draft, edit } = useDraft(rule.filter, (filter: ViewFilterGroup) => onChange({ ...latest.current, filter }))
  const columns = useColumnOptions(table)
  const isGone = rule.column !== undefined && filterColumn(table, rule.column) === undefined
  const add = (put: (before: DraftGroup, condition: Parameters<typeof withLine>[1]) => DraftGroup): void => {
    const condition = firstCondition(table)
    if (condition !== undefined) edit((before) => put(before, condition))
  }
  const paint = (column: string): void => {
    const { color, filter } = latest.current
    onChange(column === wholeRow ? { color, filter } : { color, filter, column })
  }
  return (
    <section className={styles.rule} aria-label={label}>
      <div className={styles.head}>
        <ColourMenu color={rule.color} onChange={(color) => onChange({ ...latest.current, color })} />
        <Select
          size="sm"
          className={styles.target}
          aria-label={t('colours.target')}
          placeholder={t('filters.goneField')}
          searchable
          value={isGone ? null : (rule.column ?? wholeRow)}
          options={[{ value: wholeRow, label: t('colours.wholeRow') }, ...columns]}
          onChange={paint}
        />
        <span className={panelStyles.space} />
        {(onUp ?? onDown) && (
          <>
            <IconButton icon="arrowUp" size="xs" label={t('colours.up')} disabled={onUp === undefined} onClick={onUp} />
            <IconButton
              icon="arrowDown"
              size="xs"
              label={t('colours.down')}
              disabled={onDown === undefined}
              onClick={onDown}
            />
          </>
        )}
        <IconButton icon="trash" size="xs" label={t('colours.remove')} onClick={onRemove} />
      </div>
      <FilterLines table={table} reader={reader} sources={sources} group={draft} depth={0} edit={edit} />
      <div className={styles.adds}>
        <Button kind="quiet" icon="plus" onClick={() => add(withLine)}>
          {t('filters.add')}
        </Button>
        <Button kind="quiet" icon="group" onClick={() => add(withGroup)}>
          {t('filters.addGroup')}
        </Button>
      </div>
    </section>
  )
}

/** Chooses one of the twelve chip colours. */
function ColourMenu({
  color,
  onChange,
}: {
  readonly color: OptionColor
  readonly onChange: (color: OptionColor) => void
}) {
  const { t } = useTranslation()
  return (
    <Menu
      target={
        <button
          type="button"
          className={styles.swatchButton}
          aria-label={t('colours.colour')}
          title={t(`colours.names.${color}`)}
        >
          <Swatch color={color} />
          <Icon name="chevronDown" size={12} />
        </button>
      }
    >
      {optionColors.map((each) => (
        <MenuItem key={each} onClick={() => onChange(each)}>
          <span className={classes(styles.colour, each === color && styles.chosen)}>
            <Swatch color={each} />
            {t(`colours.names.${each}`)}
          </span>
        </MenuItem>
      ))}
    </Menu>
  )
}

function Swatch({ color }: { readonly color: OptionColor }) {
  return (
    <span className={styles.swatch} style={{ background: `var(--c-${color})`, borderColor: `var(--k-${color})` }} />
  )
}
