import { readDraft } from '@common/templates'
import { keysOf, matchesKeys, runCommand } from '@renderer/actions'
import { messageOf, useOperation } from '@renderer/api'
import { isViewMode, useEditMode } from '@renderer/features/templates'
import { useTranslation } from '@renderer/i18n'
import { useIsSuperAdmin } from '@renderer/stores'
import { AppBarStart, ErrorState, Skeleton, useTitle } from '@renderer/ui'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { EditorDialogs } from './EditorDialogs'
import { EditorToolbar } from './EditorToolbar'
import { editor, newId, useEditor } from './editor-store'
import { LeaveGuard } from './LeaveGuard'
import { Properties } from './Properties'
import { useSaving } from './submit'
import { TableList } from './TableList'
import { TablePanels } from './TablePanels'
import styles from './page.module.css'
import { useEditorCommands } from './use-editor-commands'

/** The template editor (S2 §2): a new template, a copy, or one of the gallery. */
export function TemplateEditorPage() {
  const { id } = useParams()
  const [search] = useSearchParams()
  const from = id ?? search.get('from') ?? undefined
  return from === undefined ? <NewTemplate /> : <StoredTemplatePage key={from} from={from} isCopy={id === undefined} />
}

function NewTemplate() {
  const isSuper = useIsSuperAdmin()
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    editor.start()
    setReady(true)
  }, [])
  return isReady ? <Editor isReadOnly={false} mayWithoutToken={isSuper} /> : null
}

/** Loads a template of the gallery. A copy of it is a new template. */
function StoredTemplatePage({ from, isCopy }: { readonly from: string; readonly isCopy: boolean }) {
  const { t } = useTranslation()
  const isSuper = useIsSuperAdmin()
  const isOpen = useEditMode((mode) => !isViewMode(mode))
  const { data, error, refetch } = useOperation('templateRead', { id: from })
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (data === undefined || isReady) return
    // After the first save of a new template, the editor goes on with its draft.
    if (isCopy || useEditor.getState().id !== from)
      editor.start(readDraft(data.template, newId), isCopy ? undefined : from)
    setReady(true)
  }, [data, isReady, isCopy, from])
  if (error !== null)
    return (
      <div className={styles.middle}>
        <ErrorState title={messageOf(error)} onRetry={() => void refetch()} />
      </div>
    )
  if (data === undefined || !isReady)
    return (
      <div className={styles.loading} role="status" aria-label={t('templateEditor.loading')}>
        {Array.from({ length: 4 }, (_, at) => (
          <Skeleton key={at} height={42} />
        ))}
      </div>
    )
  const isOwn = isCopy || data.origin === 'own'
  return (
    <Editor
      isReadOnly={!isOwn && !isOpen}
      mayWithoutToken={isCopy ? isSuper : data.mayEdit}
      copyOf={isCopy ? undefined : from}
    />
  )
}

/** Lists open with arrows whatever else is held, so the keys that go between tables are taken before them. */
function stepByKey(event: KeyboardEvent): void {
  for (const id of ['template.previousTable', 'template.nextTable']) {
    const keys = keysOf(id)
    if (keys === undefined || !matchesKeys(event.nativeEvent, keys) || !runCommand(id)) continue
    event.preventDefault()
    event.stopPropagation()
  }
}

interface EditorProps {
  /** S2 §4: until the hidden edit mode, templates of others are only shown. */
  readonly isReadOnly: boolean
  readonly mayWithoutToken: boolean
  /** Id of the shown template, which a read-only page offers to copy. */
  readonly copyOf?: string | undefined
}

function Editor({ isReadOnly, mayWithoutToken, copyOf }: EditorProps) {
  const { t } = useTranslation()
  const title = useEditor(({ versions }) => versions.present.title)
  const id = useEditor((state) => state.id)
  const navigate = useNavigate()
  const name = title.trim() || t('templateEditor.newTitle')
  useTitle(name)
  useEditorCommands(isReadOnly)
  useEffect(() => useSaving.setState({ mayWithoutToken }), [mayWithoutToken])
  useEffect(() => {
    // A saved template has an address of its own.
    if (id !== undefined && copyOf === undefined)
      void navigate(`/project/templates/${encodeURIComponent(id)}/edit`, { replace: true })
  }, [id, copyOf, navigate])
  return (
    <div className={styles.page} onKeyDownCapture={stepByKey}>
      <AppBarStart.Fill>
        <span>{t('templateEditor.title')}</span>
      </AppBarStart.Fill>
      <EditorToolbar name={name} isReadOnly={isReadOnly} copyOf={copyOf} />
      <div className={styles.body} data-read-only={isReadOnly || undefined}>
        <TableList isReadOnly={isReadOnly} />
        <TablePanels isReadOnly={isReadOnly} />
        <Properties isReadOnly={isReadOnly} />
      </div>
      <EditorDialogs />
      <LeaveGuard />
    </div>
  )
}
