import { PeopleProvider, type EditorEnd } from '@renderer/cells'
import type { CellPosition } from '@renderer/features/records/painter/data-grid'
import type { GridSession } from '@renderer/features/records/session/session'
import { useSessionState, type OpenEditor } from '@renderer/features/records/session/session-store'
import { usePeople } from '@renderer/features/records/session/use-people'
import { prefetched } from '@renderer/ui'
import { CellEditorOverlay } from './CellEditorOverlay'
import { RefusalNote } from './RefusalNote'

const LinkEditor = prefetched(async () => (await import('@renderer/features/records/links/LinkEditor')).LinkEditor)

export interface CellEditorsProps {
  readonly session: GridSession
  readonly onTyped: (cell: CellPosition, text: string) => void
  readonly onLeave: (cell: CellPosition, end: EditorEnd) => void
}

/** The open editor, or the note on the active cell. */
export function CellEditors({ session, ...props }: CellEditorsProps) {
  const editor = useSessionState(session, (state) => state.editor)
  if (editor) return <Editor session={session} editor={editor} {...props} />
  return <RefusalNote session={session} />
}

function Editor({ session, editor, onTyped, onLeave }: CellEditorsProps & { readonly editor: OpenEditor }) {
  const { projectId, table, permissions, model, columns, readOnly, boundsOf } = session
  const people = usePeople(projectId, table, permissions, readOnly === undefined)
  const scrolled = useSessionState(session, (state) => state.scrolled)
  const { cell, typed } = editor
  const column = columns[cell.column]
  if (!column) return null
  const shared = { model, cell, column, typed, boundsOf, scrolled }
  const leave = (end: EditorEnd): void => onLeave(cell, end)
  const key = `${cell.column} ${cell.row}`
  if (column.link)
    return (
      <LinkEditor
        key={key}
        {...shared}
        projectId={projectId}
        mayChange={readOnly === undefined}
        mayCreate={permissions.has('row.create')}
        onDone={leave}
      />
    )
  return (
    <PeopleProvider people={people}>
      <CellEditorOverlay key={key} {...shared} onTyped={(text) => onTyped(cell, text)} onDone={leave} />
    </PeopleProvider>
  )
}
