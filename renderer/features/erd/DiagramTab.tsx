import type { UiType } from '@common/columns/ui-types'
import { messageOf, sentenceOf, useOperation } from '@renderer/api'
import { sentence, useTranslation } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import {
  Button,
  EmptyState,
  ErrorState,
  Menu,
  MenuItem,
  SearchField,
  Segments,
  Skeleton,
  Switch,
  TabPage,
  TextButton,
} from '@renderer/ui'
import { useCallback, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { askedTableShown, useAskedTable } from './asked'
import { diagramOf, type Diagram } from './diagram'
import { DiagramStage, type StageHandle } from './DiagramStage'
import styles from './erd.module.css'
import { diagramPng, diagramSvg, saveFile } from './files'
import { useLayout } from './use-layout'
import { nextHit } from './next-hit'
import { relationLines } from './relation-words'
import { useFit } from './use-fit'

export interface DiagramTabProps {
  readonly projectId: string
  /** Title of the project, used in file names. */
  readonly project: string
  readonly onOpenTable: (name: string) => void
}

/** All tables of the project and their relations. */
export function DiagramTab({ projectId, project, onOpenTable }: DiagramTabProps) {
  const { t } = useTranslation()
  const answer = useOperation('projectDiagram', {}, { projectId, silent: true })
  const [form, setForm] = useState<'drawing' | 'list'>('drawing')
  const [columns, setColumns] = useState<'keys' | 'all'>('keys')
  const [junctions, setJunctions] = useState(false)
  const [search, setSearch] = useState('')
  const stage = useRef<StageHandle>(null)
  /** Index of the last shown table among the search results. */
  const hit = useRef<number>(undefined)
  const fit = useFit()

  const { data, refetch } = answer
  // Picks up changes made while another tab was in front.
  useEffect(() => void refetch(), [refetch])
  const diagram = useMemo(
    () => data && diagramOf(data, { allColumns: columns === 'all', junctions }),
    [data, columns, junctions],
  )
  const placed = useLayout(diagram)
  const wanted = search.trim().toLocaleLowerCase()
  const found = useMemo(() => {
    if (wanted === '' || !diagram) return undefined
    const hits = diagram.tables.filter(
      ({ title, name }) => title.toLocaleLowerCase().includes(wanted) || name.toLocaleLowerCase().includes(wanted),
    )
    return hits.map(({ name }) => name)
  }, [diagram, wanted])
  const foundSet = useMemo(() => found && new Set(found), [found])
  const typeName = useCallback((uiType: UiType) => t(`columnTypes.${uiType}.name`), [t])

  const findKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !found || found.length === 0) return
    event.preventDefault()
    hit.current = nextHit(hit.current, found.length, event.shiftKey)
    const name = found[hit.current]
    if (name !== undefined) stage.current?.show(name)
  }
  const asked = useAskedTable(({ name }) => name)
  useEffect(() => {
    if (asked === undefined || !placed) return undefined
    setForm('drawing')
    // After the drawing is rendered.
    const frame = requestAnimationFrame(() => {
      if (stage.current === null) return
      stage.current.show(asked)
      askedTableShown()
    })
    return () => cancelAnimationFrame(frame)
  }, [asked, placed, form])

  const exportAs = (kind: 'svg' | 'png'): void => {
    if (!placed) return
    const name = t('erd.fileName', { project })
    const look = { fit, typeName }
    const made =
      kind === 'png'
        ? diagramPng(placed, look, name)
        : diagramSvg(placed, look, name).then(({ svg }) => new Blob([svg], { type: 'image/svg+xml' }))
    made.then(
      (file) => saveFile(`${name}.${kind}`, file),
      (error: unknown) => toast.error(sentence('erd.notExported'), { detail: sentenceOf(error) }),
    )
  }

  return (
    <TabPage label={t('tabs.kinds.erd')}>
      <div className={styles.toolbar}>
        <Segments
          label={t('erd.columns')}
          value={columns}
          options={(['keys', 'all'] as const).map((value) => ({ value, label: t(`erd.columnsOf.${value}`) }))}
          onChange={setColumns}
        />
        <Switch checked={junctions} onChange={setJunctions}>
          {t('erd.junctions')}
        </Switch>
        <span className={styles.space} />
        <Segments
          label={t('erd.form')}
          value={form}
          options={(['drawing', 'list'] as const).map((value) => ({ value, label: t(`erd.forms.${value}`) }))}
          onChange={setForm}
        />
        <Menu
          align="end"
          target={
            <Button kind="quiet" icon="download" disabled={!placed || placed.cards.length === 0}>
              {t('erd.export')}
            </Button>
          }
        >
          <MenuItem icon="diagram" onClick={() => exportAs('svg')}>
            {t('erd.asSvg')}
          </MenuItem>
          <MenuItem icon="picture" onClick={() => exportAs('png')}>
            {t('erd.asPng')}
          </MenuItem>
        </Menu>
        <span className={styles.findPlace} role="search" onKeyDown={findKey}>
          <SearchField
            size="sm"
            className={styles.find}
            label={t('erd.find')}
            value={search}
            onChange={(next) => {
              hit.current = undefined
              setSearch(next)
            }}
          />
          {found && (
            <span className={styles.count} role="status">
              {found.length === 0 ? t('erd.none', { search: search.trim() }) : t('erd.found', { count: found.length })}
            </span>
          )}
        </span>
      </div>
      {!diagram || !placed ? (
        answer.error ? (
          <ErrorState title={t('erd.failed')} text={messageOf(answer.error)} onRetry={() => void refetch()} />
        ) : (
          <Waiting />
        )
      ) : diagram.tables.length === 0 ? (
        <EmptyState title={t('erd.empty.title')} text={t('erd.empty.text')} />
      ) : form === 'list' ? (
        <DiagramList diagram={diagram} found={foundSet} onOpen={onOpenTable} />
      ) : (
        <DiagramStage
          ref={stage}
          diagram={diagram}
          placed={placed}
          fit={fit}
          typeName={typeName}
          found={foundSet}
          onOpen={onOpenTable}
        />
      )}
    </TabPage>
  )
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      {[0, 1, 2].map((at) => (
        <Skeleton key={at} width={232} height={140} />
      ))}
    </div>
  )
}

interface DiagramListProps {
  readonly diagram: Diagram
  readonly found: ReadonlySet<string> | undefined
  readonly onOpen: (name: string) => void
}

/** The diagram as a list: every table with its relations. */
function DiagramList({ diagram, found, onOpen }: DiagramListProps) {
  const { t } = useTranslation()
  const tables = found ? diagram.tables.filter(({ name }) => found.has(name)) : diagram.tables
  return (
    <ul className={styles.list} aria-label={t('erd.label')}>
      {tables.map(({ name, title }) => {
        const lines = relationLines(diagram, name)
        return (
          <li key={name}>
            <TextButton onClick={() => onOpen(name)} dir="auto">
              {title}
            </TextButton>
            {lines.length === 0 ? (
              <span className={styles.quiet}>{t('erd.unrelated')}</span>
            ) : (
              <ul>
                {lines.map(({ text }, at) => (
                  <li key={at}>{text}</li>
                ))}
              </ul>
            )}
          </li>
        )
      })}
    </ul>
  )
}
