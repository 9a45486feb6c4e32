import { availableCommands, matchesKeys } from '@renderer/actions'
import { TypeIcon } from '@renderer/cells'
import { TableIcon } from '@renderer/features/tables'
import { useTabs } from '@renderer/features/tabs'
import { directionOfValue, useTranslation } from '@renderer/i18n'
import { nextFocus } from '@renderer/stores'
import { Badge, classes, EmptyState, Icon, Kbd, keyNames, Keys } from '@renderer/ui'
import { useEffect, useEffectEvent, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useMatch } from 'react-router-dom'
import styles from './palette.module.css'
import { paletteCommands } from './commands'
import { focusViewThatComes } from './focus-view'
import { palette, usePalette } from './palette-store'
import { findSections, readQuery, type FoundLine, type Section } from './sections'
import { Surface } from './Surface'
import { recordItem, useItems, type PaletteItem } from './use-items'
import { useRecordSearch } from './use-record-search'

/** Commands that also work inside the palette. */
const ownIds = new Set(paletteCommands.map(({ id }) => id))
/** Lines that PageUp and PageDown go by. */
const pageLines = 8

/** Finds tables, views, fields and commands, and opens or runs them. */
export function Palette() {
  const typed = usePalette((state) => state.typed)
  return <PaletteSurface key={typed} begin={typed} />
}

function PaletteSurface({ begin }: { readonly begin: string }) {
  const { t } = useTranslation()
  const projectId = useMatch('/nc/:projectId/*')?.params.projectId
  const { items, project, tables, isReady } = useItems(projectId)
  const [typed, setTyped] = useState(begin)
  const [chosen, setChosen] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const { query, only } = readQuery(typed)
  const openTable = useTabs((state) => state.tabs.find(({ key }) => key === state.activeKey)?.name)
  const isSearched = only === undefined || only === 'records'
  const records = useRecordSearch(projectId, tables, openTable, isSearched ? query : undefined, only === 'records')
  const sections = useMemo(() => {
    const found = findSections(items, typed)
    if (projectId === undefined || records.found.length === 0) return found
    const lines = records.found.map(({ table, key, name, hint, at }) => ({
      item: recordItem(projectId, table, key, name, hint === undefined ? table.title : `${table.title} · ${hint}`),
      at,
    }))
    return [...found, { kind: 'records' as const, lines, more: 0 }]
  }, [items, typed, projectId, records.found])
  const lines = useMemo(() => sections.flatMap((section) => section.lines), [sections])
  const at = Math.max(
    0,
    lines.findIndex(({ item }) => item.id === chosen),
  )
  const active = lines[at]?.item
  const optionId = (item: PaletteItem): string => `${id}-${item.id.replaceAll(/\W/g, '_')}-${item.kind}`
  const activeId = active && optionId(active)

  useEffect(() => {
    // With the first line its heading is seen too.
    if (at === 0) list.current?.scrollTo({ top: 0 })
    else if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [at, activeId])

  const run = (item: PaletteItem, beside = false): void => {
    palette.close()
    if (beside && item.beside !== undefined) {
      window.open(item.beside, '_blank', 'noopener')
      return
    }
    // Holds the keys until the command has started, because it may open a target for them.
    nextFocus.hold()
    // Restore the focus first, because the command may move it.
    setTimeout(() => {
      item.run()
      if (nextFocus.release()) focusViewThatComes()
    })
  }
  const entered = usePalette((state) => state.entered)
  const runEntered = useEffectEvent((): void => {
    if (entered !== undefined && isReady && active !== undefined) run(active, entered === 'beside')
  })
  const hasLine = active !== undefined
  // Once, for the first line that appears.
  useEffect(() => runEntered(), [entered, isReady, hasLine])
  const go = (to: number): void => setChosen(lines[Math.max(0, Math.min(lines.length - 1, to))]?.item.id)
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (
      availableCommands().some(
        ({ id, keys, inFields }) =>
          inFields === true && ownIds.has(id) && keys.some((one) => matchesKeys(event.nativeEvent, one)),
      )
    )
      return
    // The page doesn't handle keys of the surface on top.
    event.stopPropagation()
    if (event.key === 'ArrowDown') go(at === lines.length - 1 ? 0 : at + 1)
    else if (event.key === 'ArrowUp') go(at === 0 ? lines.length - 1 : at - 1)
    else if (event.key === 'PageDown') go(at + pageLines)
    else if (event.key === 'PageUp') go(at - pageLines)
    else if (event.key === 'Home' && !event.shiftKey) go(0)
    else if (event.key === 'End' && !event.shiftKey) go(lines.length - 1)
    else if (event.key === 'Enter') {
      if (active) run(active, event.ctrlKey || event.metaKey)
    } else return
    event.preventDefault()
  }
  return (
    <Surface label={t('palette.label')} className={styles.palette} onKeyDown={press}>
      <div className={styles.head}>
        <Icon name="search" />
        <input
          className={styles.input}
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded={lines.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          placeholder={t('palette.label')}
          autoComplete="off"
          spellCheck={false}
          dir={directionOfValue(typed)}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            usePalette.setState({ entered: undefined })
            setChosen(undefined)
          }}
        />
        {project !== undefined && <Badge>{project}</Badge>}
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        tabIndex={-1}
        aria-label={t('palette.label')}
        className={styles.list}
        // The field retains the focus.
        onMouseDown={(event) => event.preventDefault()}
      >
        {sections.map((section) => (
          <SectionLines
            key={section.kind}
            section={section}
            headId={`${id}-${section.kind}`}
            active={active}
            optionId={optionId}
            onPoint={(item) => setChosen(item.id)}
            onRun={run}
          />
        ))}
      </div>
      {lines.length === 0 && records.isLooking && <p className={styles.looking}>{t('palette.looking')}</p>}
      {lines.length === 0 && !records.isLooking && (
        <div className={styles.none}>
          <EmptyState
            title={query === '' ? t('palette.nothing') : t('palette.none', { query })}
            text={
              query === ''
                ? t('palette.nothingHint')
                : t(projectId === undefined ? 'palette.noneHintOutside' : 'palette.noneHint')
            }
          />
        </div>
      )}
      <div className={styles.said} role="status">
        {query !== '' && !records.isLooking && t('palette.found', { count: lines.length })}
      </div>
      <Foot isInProject={projectId !== undefined} />
    </Surface>
  )
}

interface SectionLinesProps {
  readonly section: Section<PaletteItem>
  readonly headId: string
  readonly active: PaletteItem | undefined
  readonly optionId: (item: PaletteItem) => string
  readonly onPoint: (item: PaletteItem) => void
  readonly onRun: (item: PaletteItem, beside?: boolean) => void
}

function SectionLines({ section, headId, active, optionId, onPoint, onRun }: SectionLinesProps) {
  const { t } = useTranslation()
  return (
    <div role="group" aria-labelledby={headId}>
      <div id={headId} className={styles.heading} role="presentation">
        {t(`palette.sections.${section.kind}`)}
      </div>
      {section.lines.map((line) => (
        <Line
          key={line.item.id}
          line={line}
          id={optionId(line.item)}
          isActive={line.item.id === active?.id}
          onPoint={onPoint}
          onRun={onRun}
        />
      ))}
      {section.more > 0 && (
        <div className={styles.more} role="presentation">
          {t('palette.more', { count: section.more })}
        </div>
      )}
    </div>
  )
}

interface LineProps {
  readonly line: FoundLine<PaletteItem>
  readonly id: string
  readonly isActive: boolean
  readonly onPoint: (item: PaletteItem) => void
  readonly onRun: (item: PaletteItem, beside?: boolean) => void
}

function Line({ line: { item, at }, id, isActive, onPoint, onRun }: LineProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={classes(styles.line, isActive && styles.active)}
      // Ignores a line that scrolls under a resting pointer.
      onMouseMove={() => {
        if (!isActive) onPoint(item)
      }}
      onClick={(event) => onRun(item, event.ctrlKey || event.metaKey)}
    >
      {item.table !== undefined && <TableIcon table={item.table} size={16} />}
      {item.icon !== undefined && <Icon name={item.icon} />}
      {item.uiType !== undefined && <TypeIcon uiType={item.uiType} size={16} />}
      <Marked text={item.title} at={at} />
      {item.detail !== undefined && (
        <span className={styles.detail} dir="auto">
          {item.detail}
        </span>
      )}
      <span className={styles.space} />
      {item.keys !== undefined && <Keys keys={item.keys} />}
      {isActive && item.keys === undefined && <Keys keys="Enter" />}
    </div>
  )
}

/** A title with the matching letters highlighted. */
function Marked({ text, at }: { readonly text: string; readonly at: ReadonlySet<number> }) {
  const runs: { text: string; isMarked: boolean }[] = []
  for (const [place, sign] of Array.from(text).entries()) {
    const last = runs.at(-1)
    if (last?.isMarked === at.has(place)) last.text += sign
    else runs.push({ text: sign, isMarked: at.has(place) })
  }
  return (
    <span className={styles.title} dir="auto">
      {runs.map((run, index) => (run.isMarked ? <mark key={index}>{run.text}</mark> : run.text))}
    </span>
  )
}

function Foot({ isInProject }: { readonly isInProject: boolean }) {
  const { t } = useTranslation()
  const tips = [
    [['↑', '↓'], t('palette.foot.move')],
    [keyNames('Enter'), t('palette.foot.open')],
    [keyNames('Mod+Enter'), t('palette.foot.beside')],
    [['>'], t('palette.foot.commands')],
    // Tables and records need an open project.
    ...(isInProject
      ? ([
          [['#'], t('palette.foot.tables')],
          [['@'], t('palette.foot.records')],
        ] as const)
      : []),
  ] as const
  return (
    <div className={styles.foot}>
      {tips.map(([keys, text], at) => (
        <span key={text} className={classes(styles.tip, at === 3 && styles.pushed)}>
          {keys.map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
          {text}
        </span>
      ))}
    </div>
  )
}
