import type { ProjectListEntry } from '@common/operations/projects'
import { keysOf } from '@renderer/actions'
import { messageOf, useOperation } from '@renderer/api'
import { useProjectListDrop } from '@renderer/features/import'
import { TemplateRow } from '@renderer/features/templates'
import { useTranslation } from '@renderer/i18n'
import { Badge, Button, EmptyState, ErrorState, IconButton, Menu, MenuItem, SearchField, useTitle } from '@renderer/ui'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { DeleteProjectDialog } from './DeleteProjectDialog'
import { FirstProject } from './FirstProject'
import { OpenFileDialog } from './OpenFileDialog'
import styles from './ProjectListPage.module.css'
import { Places } from './Places'
import { ProjectListFooter } from './ProjectListFooter'
import { ProjectTable } from './ProjectTable'
import { RenameProjectDialog } from './RenameProjectDialog'
import { useProjectKeys, useWays } from './ways'

/** My projects: find, reload, new project, rename, delete (S1 §2, mock b). */
export function ProjectListPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  useTitle(t('projects.title'))
  useProjectListDrop()
  useProjectKeys()
  const list = useOperation('projectList', {}, { refetchOnMount: 'always' })
  const [find, setFind] = useState('')
  const wanted = useDeferredValue(find.trim().toLocaleLowerCase())
  const [renaming, setRenaming] = useState<ProjectListEntry | null>(null)
  const [deleting, setDeleting] = useState<ProjectListEntry | null>(null)
  // An empty list may be stale while it reloads, because the first project may just have been created.
  const isDoubtful = list.data?.length === 0 && list.isStale && list.isFetching
  const projects = isDoubtful ? undefined : list.data
  const shown = projects?.filter((entry) => entry.title.toLocaleLowerCase().includes(wanted))

  return (
    <div className={styles.wrap}>
      <div className={styles.head}>
        <h1>{t('projects.title')}</h1>
        {projects !== undefined && <Badge>{projects.length}</Badge>}
        <span className={styles.space} />
        {projects?.length !== 0 && (
          <SearchField className={styles.find} label={t('projects.find')} value={find} onChange={setFind} />
        )}
        <IconButton
          icon="reload"
          size="md"
          label={t('projects.reload')}
          loading={list.isFetching && !list.isPending}
          onClick={() => void list.refetch()}
        />
        {projects !== undefined && projects.length > 0 && (
          <Button size="md" icon="plug" onClick={() => void navigate('/apiServers')}>
            {t('projects.apiServers')}
          </Button>
        )}
        <NewProjectMenu />
      </div>
      {body()}
      <ProjectListFooter />
      <FileDialog />
      {renaming !== null && <RenameProjectDialog project={renaming} onClose={() => setRenaming(null)} />}
      {deleting !== null && <DeleteProjectDialog project={deleting} onClose={() => setDeleting(null)} />}
    </div>
  )

  function body(): ReactNode {
    if (list.isError && projects === undefined)
      return (
        <ErrorState
          title={t('projects.loadFailed')}
          text={messageOf(list.error)}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      )
    if (projects?.length === 0) return <FirstProject />
    if (shown?.length === 0)
      return (
        <div className={styles.card}>
          <EmptyState
            title={t('projects.noMatch', { text: find.trim() })}
            action={
              <Button icon="close" onClick={() => setFind('')}>
                {t('projects.clearFind')}
              </Button>
            }
          />
        </div>
      )
    return (
      <>
        <ProjectTable projects={shown} onRename={setRenaming} onDelete={setDeleting} />
        {projects !== undefined && wanted === '' && (
          <>
            <Places projects={projects} />
            <TemplateRow />
          </>
        )}
      </>
    )
  }
}

function NewProjectMenu() {
  const { t } = useTranslation()
  const ways = useWays()
  if (ways.length === 0) return null
  return (
    <Menu
      align="end"
      width={320}
      target={
        <Button kind="main" size="md" icon="plus" endIcon="chevronDown">
          {t('projects.new')}
        </Button>
      }
    >
      {ways.map((way) => (
        <MenuItem
          key={way.id}
          icon={way.icon}
          description={t(way.text)}
          keys={way.command === undefined ? undefined : keysOf(way.command)}
          onClick={way.go}
        >
          {t(way.title)}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Opened by its address, so that the desktop shell and the Back button reach it. */
function FileDialog() {
  const [query, setQuery] = useSearchParams()
  const mayOpen = useWays().some((way) => way.id === 'file')
  if (query.get('open') !== 'file' || !mayOpen) return null
  return (
    <OpenFileDialog
      // Another file may be dropped while the dialog is open.
      key={query.toString()}
      path={query.get('path') ?? ''}
      dropped={query.get('dropped') ?? undefined}
      onClose={() => setQuery({}, { replace: true })}
    />
  )
}
