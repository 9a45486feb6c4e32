import type { UiType } from '@common/columns/ui-types'
import {
  addColumnRow,
  addColumns,
  addTables,
  changed,
  draftProblems,
  editColumn,
  emptyDraft,
  ended,
  redone,
  removeColumn,
  removeTable,
  undone,
  versionsOf,
  type ColumnEdit,
  type Draft,
  type DraftField,
  type DraftProblem,
  type ParsedTable,
  type Versions,
} from '@common/templates'
import { create } from 'zustand'

/** Dialogs of the editor. Commands open them, so the store holds which one is open. */
export type EditorDialog =
  | { readonly kind: 'tables' | 'reset' | 'shortcuts' | 'codeHost' }
  | { readonly kind: 'columns' | 'rename' | 'deleteTable'; readonly tableId: string }
  | { readonly kind: 'choices'; readonly columnId: string }

/** The control that should get the focus: a field of a column, or one of the project. */
export interface WantedFocus {
  readonly columnId?: string | undefined
  readonly field: DraftField
}

interface EditorState {
  readonly versions: Versions<Draft>
  /** The draft as it was loaded or last saved. */
  readonly saved: Draft
  /** Id in the gallery; undefined until the first save. */
  readonly id: string | undefined
  /** Address of the last publication in a repository. */
  readonly url: string | undefined
  /** Ids of open panels. */
  readonly opened: ReadonlySet<string>
  /** Id of the table that commands act on. */
  readonly activeId: string | undefined
  /** True after a failed submission: then every problem is shown, and before only duplicates. */
  readonly showsProblems: boolean
  readonly wantedFocus: WantedFocus | undefined
  readonly dialog: EditorDialog | undefined
}

const blank = (draft: Draft): Omit<EditorState, 'id'> => ({
  versions: versionsOf(draft),
  saved: draft,
  url: undefined,
  opened: new Set(draft.tables.slice(0, 1).map(({ id }) => id)),
  activeId: draft.tables[0]?.id,
  showsProblems: false,
  wantedFocus: undefined,
  dialog: undefined,
})

/** The template in the editor. A window edits one at a time. */
export const useEditor = create<EditorState>(() => ({ ...blank(emptyDraft), id: undefined }))

let lastId = 0
/** Makes an id for a new table or column of the draft. */
export const newId = (): string => `draft${(lastId += 1)}`

const draftNow = (): Draft => useEditor.getState().versions.present

/** Opens the panel of a table and makes it the active one. */
const shown = ({ opened }: EditorState, tableId: string): Pick<EditorState, 'opened' | 'activeId'> => ({
  opened: opened.has(tableId) ? opened : new Set([...opened, tableId]),
  activeId: tableId,
})

function change(next: Draft, about?: string): void {
  useEditor.setState(({ versions, activeId }) => ({
    versions: changed(versions, next, about),
    activeId: next.tables.some(({ id }) => id === activeId) ? activeId : next.tables[0]?.id,
  }))
}

/** Actions of the editor. */
export const editor = {
  /** Starts with a template; undefined for an empty one. */
  start: (draft: Draft = emptyDraft, id?: string): void => useEditor.setState({ ...blank(draft), id }),

  /** @param about  joins the letters of a text to one step of the history */
  setProject: (part: Partial<Pick<Draft, 'title' | 'category' | 'tags' | 'description' | 'image'>>, about?: string) =>
    change({ ...draftNow(), ...part }, about),
  change,
  /** The next letters begin a step of their own. */
  endStep: (): void => useEditor.setState(({ versions }) => ({ versions: ended(versions) })),
  undo: (): void => useEditor.setState(({ versions }) => ({ versions: undone(versions) })),
  redo: (): void => useEditor.setState(({ versions }) => ({ versions: redone(versions) })),
  /** Returns to the saved template, as a step that can be undone. */
  reset: (): void => change(useEditor.getState().saved),

  /** Adds tables and shows the first new one. Returns the names that exist already. */
  addTables: (parsed: readonly ParsedTable[]): readonly string[] => {
    const { draft, existing, added } = addTables(draftNow(), parsed, newId)
    change(draft)
    const [first] = added
    if (first !== undefined) editor.show(first)
    return existing
  },
  addColumns: (tableId: string, names: readonly string[]): readonly string[] => {
    const { draft, existing } = addColumns(draftNow(), tableId, names, newId)
    change(draft)
    editor.show(tableId)
    return existing
  },
  /** Adds a row for a column to a table, default the active one, and focuses its name. */
  addRow: (uiType?: UiType, tableId = useEditor.getState().activeId): void => {
    if (tableId === undefined) return
    const columnId = newId()
    change(addColumnRow(draftNow(), tableId, uiType, columnId))
    useEditor.setState((state) => ({ ...shown(state, tableId), wantedFocus: { columnId, field: 'name' } }))
  },
  editColumn: (columnId: string, edit: ColumnEdit): void => {
    change(editColumn(draftNow(), columnId, edit, newId), edit.field === 'name' ? `name ${columnId}` : undefined)
  },
  removeColumn: (columnId: string): void => change(removeColumn(draftNow(), columnId)),
  removeTable: (tableId: string): void => change(removeTable(draftNow(), tableId)),

  toggle: (tableId: string): void =>
    useEditor.setState(({ opened }) => {
      const next = new Set(opened)
      if (!next.delete(tableId)) next.add(tableId)
      return { opened: next, activeId: tableId }
    }),
  show: (tableId: string): void => useEditor.setState((state) => shown(state, tableId)),
  activate: (tableId: string): void => {
    if (useEditor.getState().activeId !== tableId) useEditor.setState({ activeId: tableId })
  },
  /** Goes to the table before or behind the active one, opens it and focuses its head. */
  step: (by: 1 | -1): void => {
    const { tables } = draftNow()
    const at = tables.findIndex(({ id }) => id === useEditor.getState().activeId)
    const next = tables[Math.min(Math.max(at + by, 0), tables.length - 1)]
    if (next === undefined) return
    editor.show(next.id)
    requestAnimationFrame(() => document.getElementById(headId(next.id))?.focus())
  },

  open: (dialog: EditorDialog): void => useEditor.setState({ dialog }),
  close: (): void => useEditor.setState({ dialog: undefined }),
  focusDone: (): void => useEditor.setState({ wantedFocus: undefined }),

  /** Checks the draft (S2 §5). Opens and focuses the first invalid field. */
  validate: (): readonly DraftProblem[] => {
    const problems = draftProblems(draftNow())
    const [first] = problems
    if (first !== undefined) {
      const { tableId, columnId, field } = first
      useEditor.setState((state) => ({
        showsProblems: true,
        wantedFocus: { columnId, field },
        ...(tableId !== undefined && shown(state, tableId)),
      }))
    }
    return problems
  },
  /** The gallery has the draft under this id. */
  saved: (draft: Draft, id: string): void => useEditor.setState({ saved: draft, id, showsProblems: false }),
  published: (draft: Draft, url: string): void => useEditor.setState({ url, saved: draft, showsProblems: false }),
}

export const isDirty = ({ versions, saved }: Pick<EditorState, 'versions' | 'saved'>): boolean =>
  versions.present !== saved

/** Id of the element that opens the panel of a table. */
export const headId = (tableId: string): string => `template-table-${tableId}`
