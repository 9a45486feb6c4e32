import { terminalsMax } from '@common/constants'
import { useKeyLines, type KeyLine } from '@renderer/actions'
import { sentenceText, useTranslation } from '@renderer/i18n'
import {
  Button,
  classes,
  ConfirmDialog,
  Icon,
  IconButton,
  isMac,
  useLatest,
  useShownLook,
  useShownScheme,
} from '@renderer/ui'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  askForClient,
  close,
  onSearchKeys,
  openTerminal,
  paintAll,
  resume,
  runningProgram,
  screenOf,
  start,
} from './sessions'
import styles from './terminal.module.css'
import { terminals, useTerminals, type TerminalEntry } from './terminal-store'
import { TerminalList, terminalPanelId, terminalTabIdOf } from './TerminalList'
import { TerminalSearch } from './TerminalSearch'
import { toggleTerminal } from './TerminalSlot'

export interface TerminalAreaProps {
  /** The project that new terminals belong to. */
  readonly projectId: string
  /** True in the work area, where it can't be hidden. */
  readonly isTab?: boolean
}

const keyLines: readonly KeyLine[] = [
  { id: 'terminal.find', label: 'terminal.find', keys: [isMac ? 'Mod+F' : 'Mod+Shift+F'], area: 'find' },
  { id: 'terminal.copy', label: 'terminal.copy', keys: [isMac ? 'Mod+C' : 'Mod+Shift+C'], area: 'edit' },
  { id: 'terminal.paste', label: 'terminal.paste', keys: [isMac ? 'Mod+V' : 'Mod+Shift+V'], area: 'edit' },
]

/** The open terminals: their tabs, and the screen of the active one. */
export function TerminalArea({ projectId, isTab = false }: TerminalAreaProps) {
  const { t } = useTranslation()
  const entries = useTerminals((state) => state.terminals)
  const active = useTerminals(({ terminals: all, activeId }) => all.find(({ id }) => id === activeId) ?? all.at(-1))
  const client = useTerminals(({ clients }) => clients[projectId] ?? null)
  const isConnected = useTerminals(({ connection }) => connection === 'connected')
  useEffect(() => {
    if (isConnected) askForClient(projectId)
  }, [isConnected, projectId])
  const [asked, setAsked] = useState<{ readonly id: string; readonly program: string }>()
  const [isSearching, setSearching] = useState(false)
  const scheme = useShownScheme()
  const look = useShownLook()
  useKeyLines(keyLines)
  useEffect(() => {
    // Theme and font size.
    void look
    paintAll(scheme)
  }, [scheme, look])
  useEffect(() => onSearchKeys(() => setSearching(true)), [])
  const project = useLatest(projectId)
  useEffect(() => {
    if (useTerminals.getState().terminals.length === 0) openTerminal(project.current)
    else void resume()
  }, [project])

  const closeAsked = async (id: string): Promise<void> => {
    const program = await runningProgram(id)
    if (program === undefined) close(id)
    else setAsked({ id, program })
  }
  return (
    <div className={styles.area}>
      <div className={styles.bar} data-region>
        <Icon name="terminal" size={14} />
        {entries.length > 0 && (
          <TerminalList entries={entries} activeId={active?.id} onClose={(id) => void closeAsked(id)} />
        )}
        <IconButton icon="plus" size="xs" label={t('terminal.new')} onClick={() => openTerminal(projectId)} />
        {client !== null && (
          <Button icon="database" size="sm" kind="quiet" onClick={() => openTerminal(projectId, client)}>
            {t('terminal.client', { name: client })}
          </Button>
        )}
        <span className={styles.quiet}>{t('terminal.count', { count: entries.length, max: terminalsMax })}</span>
        <span className={styles.spacer} />
        <ConnectionState />
        {active !== undefined && (
          <>
            <IconButton
              icon="search"
              size="xs"
              label={t('terminal.find')}
              keys={keyLines[0]?.keys[0]}
              on={isSearching}
              onClick={() => setSearching(!isSearching)}
            />
            <IconButton icon="trash" size="xs" label={t('terminal.close')} onClick={() => void closeAsked(active.id)} />
          </>
        )}
        {!isTab && (
          <IconButton
            icon="chevronDown"
            size="xs"
            label={t('terminal.hide')}
            keys={toggleTerminal.keys[0]}
            onClick={() => terminals.show(false)}
          />
        )}
      </div>
      {active !== undefined && (
        <div
          className={styles.body}
          id={terminalPanelId}
          role="tabpanel"
          aria-labelledby={terminalTabIdOf(active.id)}
          data-region
        >
          {active.state === 'failed' ? <Failed entry={active} /> : <ScreenHost key={active.id} id={active.id} />}
          {isSearching && (
            <TerminalSearch
              key={active.id}
              screen={screenOf(active.id)}
              onClose={() => {
                setSearching(false)
                screenOf(active.id).focus()
              }}
            />
          )}
        </div>
      )}
      {entries.length === 0 && (
        <div className={styles.nothing}>
          <Button icon="plus" onClick={() => openTerminal(projectId)}>
            {t('terminal.new')}
          </Button>
        </div>
      )}
      {asked !== undefined && (
        <ConfirmDialog
          opened
          focusAction
          title={t('terminal.running.title', { program: asked.program })}
          action={t('terminal.running.action')}
          onClose={() => setAsked(undefined)}
          onSubmit={() => {
            setAsked(undefined)
            close(asked.id)
          }}
        >
          <p>{t('terminal.running.text')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** The element that shows a screen, which has the focus. */
function ScreenHost({ id }: { readonly id: string }) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = host.current
    if (element === null) return undefined
    const screen = screenOf(id)
    const takeOut = screen.showIn(element)
    screen.focus()
    return takeOut
  }, [id])
  return <div ref={host} className={styles.screen} dir="ltr" translate="no" />
}

/** A terminal without a shell. */
function Failed({ entry }: { readonly entry: TerminalEntry }) {
  const { t } = useTranslation()
  return (
    <div className={styles.nothing} role="alert">
      <p className={styles.problem}>
        {entry.problem === undefined ? t('terminal.unreachable') : sentenceText(entry.problem)}
      </p>
      <Button icon="reload" onClick={() => void start(entry.id)}>
        {t('ui.retry')}
      </Button>
    </div>
  )
}

function ConnectionState() {
  const { t } = useTranslation()
  const connection = useTerminals((state) => state.connection)
  const port = useTerminals((state) => state.port)
  if (connection === 'off' || port === undefined) return null
  const isLost = connection !== 'connected'
  return (
    <span className={styles.connection} role="status">
      <span className={classes(styles.dot, isLost && styles.lost)} />
      {isLost ? t('terminal.reconnecting') : <bdi dir="ltr">{`127.0.0.1:${port}`}</bdi>}
    </span>
  )
}
