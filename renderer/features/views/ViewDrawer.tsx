import type { View, ViewKind } from '@common/views'
import { useFailure } from '@renderer/api'
import { useTranslation } from '@renderer/i18n'
import { classes, Icon, IconButton, TextField } from '@renderer/ui'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { SortableList } from './SortableList'
import { viewTitle, type TableView } from './use-table-view'
import { freeViewTitle, viewActions, type ViewActions } from './view-actions'
import { allViewKinds, viewKindOf } from './view-kinds'
import { ViewMenu } from './ViewMenu'
import { walk } from './walk'
import styles from './views.module.css'
import type { Naming } from './ViewMenu'

export interface ViewDrawerProps {
  readonly view: TableView
  /** Closes the drawer. */
  readonly onDone: () => void
}

const idOf = ({ id }: View): string => id ?? ''

/** The views of a table: opens them, and lets creators add, rename, move and delete them. */
export function ViewDrawer({ view: current, onDone }: ViewDrawerProps) {
  const { t } = useTranslation()
  const [menu, setMenu] = useState<string>()
  const [naming, setNaming] = useState<Naming>()
  const [problem, setProblem] = useFailure()
  const [working, setWorking] = useState(false)
  const { views, table, view: open, mayManage, choose } = current
  const panel = useRef<HTMLDivElement>(null)
  useFocusedLine(panel, menu, naming)
  const actions = viewActions(current)
  const own = views.filter(({ id }) => id === undefined).length

  const run = (work: (actions: ViewActions) => Promise<void>, done?: () => void): void => {
    setProblem(undefined)
    setWorking(true)
    work(actions)
      .then(() => done?.())
      .catch((error: unknown) => setProblem(error))
      .finally(() => setWorking(false))
  }
  const name = (title: string): void => {
    if (naming === undefined) return
    const isRename = naming.kind === 'rename'
    run(
      (does) =>
        naming.kind === 'rename'
          ? does.rename(naming.view, title)
          : naming.kind === 'create'
            ? does.create(naming.as, title)
            : does.duplicate(naming.view, title),
      () => {
        setNaming(undefined)
        if (!isRename) onDone()
      },
    )
  }
  const leaveName = (): void => {
    setNaming(undefined)
    setProblem(undefined)
  }

  const shown = views.find((one) => menu !== undefined && idOf(one) === menu)
  if (shown !== undefined)
    return (
      <ViewMenu
        view={current}
        of={shown}
        problem={problem}
        onBack={() => {
          setMenu(undefined)
          setProblem(undefined)
        }}
        onName={(next) => {
          setMenu(undefined)
          setNaming(next)
        }}
        onLeave={onDone}
        run={run}
      />
    )

  return (
    <div className={styles.panel} ref={panel}>
      <div className={styles.head}>
        <span className={styles.title}>{t('views.title')}</span>
        <span className={styles.hint} dir="auto">
          {table.title}
        </span>
      </div>
      <div className={styles.scroll}>
        <SortableList
          items={views}
          idOf={idOf}
          nameOf={(one) => viewTitle(one, table)}
          label={t('views.title')}
          fixed={own}
          onMove={
            mayManage && views.length > own + 1 && naming === undefined
              ? (from, to) => run((does) => does.move(from - own, to - own))
              : undefined
          }
          rowClass={(one) => (one.id === open.id ? styles.current : undefined)}
        >
          {(one) =>
            naming?.kind === 'rename' && naming.view.id === one.id ? (
              <NameField
                title={one.title}
                problem={problem}
                working={working}
                onSave={name}
                onLeave={leaveName}
                icon={one.kind}
              />
            ) : (
              <ViewLine
                view={one}
                table={table}
                isOpen={one.id === open.id}
                mayManage={mayManage}
                onOpen={() => {
                  choose(one.id)
                  onDone()
                }}
                onRename={() => setNaming({ kind: 'rename', view: one })}
                onMenu={() => setMenu(idOf(one))}
              />
            )
          }
        </SortableList>
        {naming !== undefined && naming.kind !== 'rename' && (
          <div className={classes(styles.line, styles.newLine)}>
            <NameField
              title={naming.title}
              problem={problem}
              working={working}
              onSave={name}
              onLeave={leaveName}
              icon={naming.kind === 'create' ? naming.as : naming.view.kind}
            />
          </div>
        )}
      </div>
      {problem !== undefined && naming === undefined && <p className={styles.problem}>{problem}</p>}
      {mayManage && (
        <NewViews
          onCreate={(kind) => {
            setProblem(undefined)
            setNaming({ kind: 'create', as: kind, title: freeViewTitle(views, t(`views.kinds.${kind}`)) })
          }}
        />
      )}
      {!mayManage && views.length === 1 && <p className={styles.none}>{t('views.onlyCreators')}</p>}
    </div>
  )
}

/** Restores the focus to a view's line when the list replaces its menu or its name field. */
function useFocusedLine(panel: RefObject<HTMLDivElement | null>, menu: string | undefined, naming: Naming | undefined) {
  /** The view whose line gets the focus when the list is shown again. */
  const focused = useRef<string>(undefined)
  useEffect(() => {
    if (menu !== undefined) focused.current = menu
    else if (naming?.kind === 'rename') focused.current = idOf(naming.view)
    else if (naming === undefined && focused.current !== undefined) {
      const lines = [...(panel.current?.querySelectorAll<HTMLElement>('[data-choice]') ?? [])]
      const line = lines.find(({ dataset }) => dataset['view'] === focused.current) ?? lines[0]
      focused.current = undefined
      line?.focus()
    }
  }, [panel, menu, naming])
}

interface ViewLineProps {
  readonly view: View
  readonly table: TableView['table']
  readonly isOpen: boolean
  readonly mayManage: boolean
  readonly onOpen: () => void
  readonly onRename: () => void
  readonly onMenu: () => void
}

/** A view in the list. A double click or F2 renames it. */
function ViewLine({ view, table, isOpen, mayManage, onOpen, onRename, onMenu }: ViewLineProps) {
  const { t } = useTranslation()
  const mayRename = mayManage && view.id !== undefined
  return (
    <>
      <button
        type="button"
        className={styles.choice}
        data-choice
        data-view={idOf(view)}
        aria-current={isOpen ? 'true' : undefined}
        data-autofocus={isOpen || undefined}
        onClick={onOpen}
        onDoubleClick={() => {
          if (mayRename) onRename()
        }}
        onKeyDown={(event) => {
          walk(event)
          if (event.key !== 'F2' || !mayRename) return
          event.preventDefault()
          onRename()
        }}
      >
        <Icon name={viewKindOf(view.kind).icon} size={14} />
        <span className={styles.name} dir="auto">
          {viewTitle(view, table)}
        </span>
        {view.locked && <Icon name="lock" size={12} />}
        {view.personal !== null && Object.keys(view.personal).length > 0 && (
          <span className={styles.hint}>{t('views.scope.me')}</span>
        )}
      </button>
      {mayManage && (
        <IconButton icon="more" size="xs" label={t('views.menu', { view: viewTitle(view, table) })} onClick={onMenu} />
      )}
    </>
  )
}

/** One button per kind of view that can be created. */
function NewViews({ onCreate }: { readonly onCreate: (kind: ViewKind) => void }) {
  const { t } = useTranslation()
  return (
    <div className={styles.make}>
      {allViewKinds.map(({ kind, icon }) => (
        <button
          key={kind}
          type="button"
          className={styles.choice}
          data-choice
          onKeyDown={walk}
          onClick={() => onCreate(kind)}
        >
          <Icon name={icon} size={14} />
          {t(`views.create.${kind}`)}
        </button>
      ))}
    </div>
  )
}

interface NameFieldProps {
  readonly title: string
  readonly problem: string | undefined
  readonly working: boolean
  readonly icon: ViewKind
  readonly onSave: (title: string) => void
  readonly onLeave: () => void
}

/** A text field for a name. Enter saves; Escape cancels, and so does leaving the field unchanged. */
function NameField({ title, problem, working, icon, onSave, onLeave }: NameFieldProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(title)
  return (
    <form
      className={styles.naming}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (!working && text.trim() !== '') onSave(text.trim())
      }}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape') return
        // Escape cancels the name and doesn't close the drawer.
        event.stopPropagation()
        event.nativeEvent.stopImmediatePropagation()
        onLeave()
      }}
    >
      <Icon name={viewKindOf(icon).icon} size={14} />
      <TextField
        size="sm"
        aria-label={t('views.name')}
        value={text}
        onChange={setText}
        error={problem}
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
      />
      <IconButton
        icon="check"
        size="xs"
        label={t('views.keepName')}
        loading={working}
        onClick={() => {
          if (text.trim() !== '') onSave(text.trim())
        }}
      />
    </form>
  )
}
