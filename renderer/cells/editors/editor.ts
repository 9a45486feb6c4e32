import type { FormatOptions, StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'
import type { ComponentType } from 'react'

/** Direction in which the active cell moves when an editor closes. */
export type EditorMove = 'stay' | 'down' | 'up' | 'left' | 'right'

/** How an editor ends. `away`: the user moved the focus elsewhere, where it stays. */
export type EditorEnd = EditorMove | 'away'

/** Result of an editor: text as the user wrote it, or a value of a JSON body. */
export type EditorDraft =
  | {
      readonly kind: 'text'
      readonly text: string
      /** Options that the text was begun in, if the language can have changed since. Default: those of the page. */
      readonly reader?: FormatOptions
    }
  | { readonly kind: 'json'; readonly value: unknown }

export interface CellEditorProps {
  readonly column: Column
  readonly value: StoredValue
  /** The value as formatted text. */
  readonly text: string
  /** Text that replaces the value: the first typed character, or the rejected text. */
  readonly typed: string | undefined
  readonly reader: FormatOptions
  /** Id of the error element, for `aria-describedby`. */
  readonly problemId: string | undefined
  readonly onCommit: (draft: EditorDraft, move: EditorMove) => void
  readonly onCancel: () => void
  /** Receives the draft that a click elsewhere would commit; undefined for none. */
  readonly onDraft: (draft: EditorDraft | undefined) => void
}

export type CellEditorComponent = ComponentType<CellEditorProps>

/** Returns the move that Enter and Tab mean in every editor; undefined for other keys. */
export function moveOfKey(event: {
  readonly key: string
  readonly shiftKey: boolean
}): Exclude<EditorMove, 'stay'> | undefined {
  if (event.key === 'Enter') return event.shiftKey ? undefined : 'down'
  if (event.key === 'Tab') return event.shiftKey ? 'left' : 'right'
  return undefined
}
