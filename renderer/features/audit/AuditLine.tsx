import type { TableSummary } from '@common/model'
import type { ListedAuditLine } from '@common/operations/audit'
import { useOperation } from '@renderer/api'
import { formatDateTime, useTranslation } from '@renderer/i18n'
import { Avatar, Icon, TextButton } from '@renderer/ui'
import { useMemo, useState } from 'react'
import { actorIcon, actorOf } from './actor-words'
import styles from './audit.module.css'
import { differencesOf, rowsOf, viewOf, whatWords } from './audit-words'
import { useAuditNames, type AuditNames } from './record-names'

export interface AuditLineProps {
  /** Undefined in the audit of the installation. */
  readonly projectId: string | undefined
  readonly line: ListedAuditLine
  /** The table it is about, where it is still there. */
  readonly table: TableSummary | undefined
  readonly names: AuditNames
  readonly onOpenTable: (table: TableSummary) => void
}

/** Differences shown before the user expands the list. */
const shownAtFirst = 2
/** The key of a row in a table without a key. */
const keyless = '-'

export function AuditLine({ projectId, line, table, names, onOpenTable }: AuditLineProps) {
  const place = table?.title ?? line.table ?? line.project
  return (
    <tr>
      <td className={styles.when} data-cell="quiet">
        <time dateTime={line.when} title={line.when}>
          {formatDateTime(line.when)}
        </time>
      </td>
      <td className={styles.person}>
        <Actor line={line} />
      </td>
      <td className={styles.what}>{whatWords(line)}</td>
      <td className={styles.where}>
        <span className={styles.place}>
          {table === undefined ? (
            place
          ) : (
            <TextButton inline onClick={() => onOpenTable(table)}>
              {place}
            </TextButton>
          )}
          <Record line={line} names={names} />
          <View line={line} />
        </span>
      </td>
      <td>
        {rowsOf(line) === undefined ? (
          <Differences line={line} names={names} />
        ) : (
          projectId !== undefined && <ChangedRows projectId={projectId} line={line} />
        )}
      </td>
      {projectId === undefined && (
        <td className={styles.address} data-cell="quiet">
          {line.ip}
        </td>
      )}
    </tr>
  )
}

/** The actor with a picture or a mark, and the origin unless it is the page. */
function Actor({ line }: Pick<AuditLineProps, 'line'>) {
  const { kind, name, note } = actorOf(line)
  const hint = [line.user, line.ip].filter((each) => each !== null).join(' · ')
  return (
    <span className={styles.personLine} title={hint === '' ? undefined : hint}>
      {kind === 'person' ? (
        <Avatar name={name} size="sm" />
      ) : (
        <span className={styles.mark}>
          <Icon name={actorIcon(kind)} size={12} />
        </span>
      )}
      <span className={styles.actor}>
        <span className={styles.cut} dir="auto">
          {name}
        </span>
        {note !== undefined && <span className={styles.note}>{note}</span>}
      </span>
    </span>
  )
}

/** The record of an entry by name; its key is in the tooltip. */
function Record({ line, names }: Pick<AuditLineProps, 'line' | 'names'>) {
  const { rowId: key } = line
  if (key === null || key === keyless) return null
  return (
    <span className={styles.row} title={key} dir="auto">
      {names.ofLine(line) ?? key}
    </span>
  )
}

/** The view that an entry is about. */
function View({ line }: Pick<AuditLineProps, 'line'>) {
  const title = viewOf(line)
  return (
    title !== undefined && (
      <span className={styles.row} title={title} dir="auto">
        {title}
      </span>
    )
  )
}

function Differences({ line, names }: Pick<AuditLineProps, 'line' | 'names'>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const differences = differencesOf(line)
  const shown = open ? differences : differences.slice(0, shownAtFirst)
  return (
    <>
      <ul className={styles.differences}>
        {shown.map(({ label, before = '', after = '' }, at) => (
          // Missing and removed values are left out: `Price 12.50 → 15`.
          <li key={at}>
            <span className={styles.label}>{label}</span>
            {before !== '' && (
              <del className={styles.before} dir="auto">
                {names.ofValue(line, label, before) ?? before}
              </del>
            )}
            {before !== '' && after !== '' && <span className={styles.arrow} aria-hidden="true" />}
            {after !== '' && (
              <span className={styles.after} dir="auto">
                {names.ofValue(line, label, after) ?? after}
              </span>
            )}
          </li>
        ))}
      </ul>
      {differences.length > shownAtFirst && (
        <TextButton inline aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t('audit.fewer') : t('audit.more', { count: differences.length - shown.length })}
        </TextButton>
      )}
    </>
  )
}

/** Records of one change that are shown. */
const rowsMax = 100
const secondMs = 1_000

/** The records of a bulk change, loaded when the user expands them. */
function ChangedRows({ projectId, line }: { readonly projectId: string } & Pick<AuditLineProps, 'line'>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const { table, when } = line
  const { data } = useOperation(
    'auditList',
    {
      type: 'DATA',
      limit: rowsMax,
      ...(table === null ? {} : { table }),
      from: when,
      until: new Date(Date.parse(when) + secondMs).toISOString(),
    },
    { projectId, enabled: open },
  )
  const { action } = line
  const lines = useMemo(
    () => data?.list.filter((each) => each.when === when && each.action === action),
    [data, when, action],
  )
  const names = useAuditNames(projectId, lines, everyTable)
  const more = (rowsOf(line) ?? 0) - (lines?.length ?? 0)
  return (
    <>
      <TextButton inline aria-expanded={open} onClick={() => setOpen(!open)}>
        {t(open ? 'audit.hideRows' : 'audit.showRows')}
      </TextButton>
      {open && lines !== undefined && (
        <ul className={styles.rows}>
          {lines.map((one) => (
            <li key={one.id}>
              <Record line={one} names={names} />
              <Differences line={one} names={names} />
            </li>
          ))}
          {more > 0 && <li>{t('audit.more', { count: more })}</li>}
        </ul>
      )}
    </>
  )
}

const everyTable = (): boolean => true
