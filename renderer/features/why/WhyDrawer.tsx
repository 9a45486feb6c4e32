import type { AccessExplanation } from '@common/operations/access'
import type { ProjectListEntry } from '@common/operations/projects'
import { nameKey } from '@common/wire/names'
import { messageOf, useOperation } from '@renderer/api'
import { openRules } from '@renderer/features/access'
import { preview } from '@renderer/features/preview'
import { tabs } from '@renderer/features/tabs'
import { openTeam, permissionGroups, permissionKey, permissionsIn } from '@renderer/features/team'
import { formatNumber, roleName, sentence, useTranslation } from '@renderer/i18n'
import { toast, useHidden, useUsers, useWhy, why, type WhySubject } from '@renderer/stores'
import {
  Badge,
  Button,
  copyText,
  EmptyState,
  ErrorState,
  IconButton,
  NumberBadge,
  SearchField,
  Select,
  Skeleton,
  TextButton,
} from '@renderer/ui'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { subjectValue, useSubjects } from './use-subjects'
import { whyTables, type WhyLine, type WhyPlace, type WhyTable } from './why-lines'
import { useWhyWords } from './why-words'
import styles from './why.module.css'

/** Represents all tables in the list of tables. */
const allTables = ''

/** “Why can't I see this?”: what a role, a member or an API token doesn't see or can't do, and the rule that causes it. */
export function WhyDrawer({ project, subject }: { readonly project: ProjectListEntry; readonly subject: WhySubject }) {
  const { t } = useTranslation()
  const projectId = project.id
  const { data, error, refetch } = useOperation('accessExplain', subject, { projectId, silent: true })
  const subjects = useSubjects(projectId)
  const table = useWhy((state) => state.table)
  const drawer = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    drawer.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && !event.defaultPrevented) why.close()
  }
  return (
    <aside
      ref={drawer}
      className={styles.drawer}
      tabIndex={-1}
      aria-label={t('why.title')}
      data-region
      onKeyDown={press}
    >
      <div className={styles.head}>
        <h2>{t('why.title')}</h2>
        <IconButton icon="close" size="xs" label={t('why.close')} onClick={why.close} />
      </div>
      <div className={styles.choices}>
        <Select
          size="sm"
          searchable
          aria-label={t('why.subject')}
          value={subjectValue(subject)}
          options={subjects}
          onChange={(value) => {
            const chosen = subjects.find((each) => each.value === value)
            if (chosen) why.ask(chosen.subject, table)
          }}
        />
        {data !== undefined && (
          <Select
            size="sm"
            searchable
            aria-label={t('why.table')}
            value={table ?? allTables}
            options={[
              { value: allTables, label: t('why.allTables') },
              ...data.tables.map((each) => ({ value: each.table, label: each.title })),
            ]}
            onChange={(value) => why.narrow(value === allTables ? undefined : value)}
          />
        )}
      </div>
      {data !== undefined ? (
        <Explanation projectId={projectId} explanation={data} table={table} />
      ) : (
        <div className={styles.body}>
          {error === null ? (
            <Skeleton height={160} />
          ) : (
            <ErrorState title={t('why.notRead')} text={messageOf(error)} onRetry={() => void refetch()} />
          )}
        </div>
      )}
    </aside>
  )
}

interface ExplanationProps {
  readonly projectId: string
  readonly explanation: AccessExplanation
  readonly table: string | undefined
}

function Explanation({ projectId, explanation, table }: ExplanationProps) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState('')
  const role = roleName({ role: explanation.role, roleTitle: explanation.roleTitle })
  const words = useWhyWords(role)
  const wanted = nameKey(filter.trim())
  const has = (...texts: readonly string[]): boolean => texts.some((text) => nameKey(text).includes(wanted))
  const found = whyTables(explanation, table)
    .map((each) => ({ ...each, lines: each.lines.filter((line) => has(each.title, words.name(line))) }))
    .filter(({ lines }) => lines.length > 0)
  const missing = permissionGroups
    .flatMap((group) => permissionsIn(group))
    .filter((permission) => explanation.missing.includes(permission))
    .map((permission) => ({ permission, title: t(`team.permissions.${permissionKey(permission)}`) }))
    .filter(({ title }) => has(title))
  const isNothing = found.length === 0 && missing.length === 0
  const open = usePlaceOpener(projectId, explanation.role)
  const copy = (): void => {
    const text = [
      t('why.copyTitle', { role }),
      ...found.flatMap(({ title, lines }) => [
        '',
        title,
        ...lines.map((line) => t('why.copyLine', { name: words.name(line), reason: words.reason(line) })),
      ]),
      ...(missing.length > 0 ? ['', t('why.buttons')] : []),
      ...missing.map(({ title }) => t('why.copyLine', { name: title, reason: t('why.notGranted', { role }) })),
    ].join('\n')
    void copyText(text).then(() => toast.success(sentence('why.copied')))
  }
  return (
    <>
      <div className={styles.body}>
        <SearchField size="sm" label={t('why.find')} value={filter} onChange={setFilter} />
        {isNothing &&
          (wanted === '' ? (
            <EmptyState title={t('why.nothing')} text={t('why.nothingText', { role })} />
          ) : (
            <EmptyState title={t('why.noMatch')} />
          ))}
        {found.map((each) => (
          <TableLines key={each.table} table={each} words={words} onOpen={open} />
        ))}
        {missing.length > 0 && (
          <section className={styles.group} aria-label={t('why.buttons')}>
            <h3>
              {t('why.buttons')}
              <Badge>{formatNumber(missing.length)}</Badge>
            </h3>
            <p className={styles.reason}>{t('why.notGranted', { role })}</p>
            <ul>
              {missing.map(({ permission, title }) => (
                <li key={permission} className={styles.permission}>
                  {title}
                </li>
              ))}
            </ul>
            <TextButton onClick={() => open({ to: 'roles' })}>{t('why.places.roles')}</TextButton>
          </section>
        )}
      </div>
      {!isNothing && (
        <div className={styles.foot}>
          <Button icon="copy" onClick={copy}>
            {t('why.copy')}
          </Button>
        </div>
      )}
    </>
  )
}

interface TableLinesProps {
  readonly table: WhyTable
  readonly words: ReturnType<typeof useWhyWords>
  readonly onOpen: (place: WhyPlace) => void
}

function TableLines({ table: { title, lines }, words, onOpen }: TableLinesProps) {
  const isHiddenShown = useHidden((state) => state.isShown)
  return (
    <section className={styles.group} aria-label={title}>
      <h3 title={title}>
        <bdi>{title}</bdi>
        <Badge>{formatNumber(lines.length)}</Badge>
      </h3>
      <ul>
        {lines.map((line: WhyLine) => (
          <li key={line.key} className={styles.line}>
            <span className={styles.name}>
              {isHiddenShown && line.kind === 'column' && line.number !== undefined && (
                <NumberBadge>{formatNumber(line.number)}</NumberBadge>
              )}
              <bdi>{words.name(line)}</bdi>
            </span>
            <TextButton inline onClick={() => onOpen(line.place)}>
              {words.place(line)}
            </TextButton>
            <span className={styles.reason}>{words.reason(line)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns a function that opens the place of a rule. A preview can't show it, so it ends first. */
function usePlaceOpener(projectId: string, role: string): (place: WhyPlace) => void {
  const isPreview = useUsers((state) => state.previewAs) !== null
  return (place) => {
    const open = (): void => {
      if (place.to === 'rules') openRules({ projectId, table: place.table, role })
      else if (place.to === 'models') tabs.openKind('disable/enable models')
      else openTeam('roles')
    }
    if (!isPreview) {
      open()
      return
    }
    why.afterPreview(open)
    preview.end()
  }
}
