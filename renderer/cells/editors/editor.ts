import type { FormatOptions, StoredValue } from '@common/columns/column-type'
import type { Column } from '@common/model'
import type { ComponentType } from 'react'

/** Where the active cell goes when an editor is left. */
export type EditorMove = 'stay' | 'down' | 'up' | 'left' | 'right'

/** Result of an editor: text as the user wrote it, or a value of a JSON body. */
export type EditorDraft =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'json'; readonly value: unknown }

export interface CellEditorProps {
  readonly column: Column
  readonly value: StoredValue
  /** The value as people write it. */
  readonly text: string
  /** Text that replaces the value: the first typed character, or what was refused. */
  readonly typed: string | undefined
  readonly reader: FormatOptions
  /** Id of the element that says what is wrong, for `aria-describedby`. */
  readonly problemId: string | undefined
  readonly onCommit: (draft: EditorDraft, move: EditorMove) => void
  readonly onCancel: () => void
  /** Tells what would be handed over if the person clicked elsewhere now; undefined for nothing. */
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
