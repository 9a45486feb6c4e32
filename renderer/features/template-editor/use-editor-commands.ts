import { typeFor } from '@common/columns/new-types'
import { useCommands, type Command } from '@renderer/actions'
import { useMemo } from 'react'
import { editor, useEditor } from './editor-store'
import { editorKeys } from './keys'
import { copyJson, submit } from './submit'

/** Dialogs have keys of their own. */
const isFree = (): boolean => document.querySelector('[aria-modal="true"]') === null
const hasTable = (): boolean => isFree() && useEditor.getState().activeId !== undefined

const common = { area: 'template', inFields: true } as const

const addColumnsByName = (): void => {
  const { activeId } = useEditor.getState()
  if (activeId !== undefined) editor.open({ kind: 'columns', tableId: activeId })
}

/** Commands of S2 §9. The key help and the dialog of shortcuts list them. */
export const editingCommands: readonly Command[] = [
  {
    ...common,
    id: 'template.addTables',
    label: 'templateEditor.commands.addTables',
    keys: [editorKeys('T')],
    when: isFree,
    run: () => editor.open({ kind: 'tables' }),
  },
  {
    ...common,
    id: 'template.addColumns',
    label: 'templateEditor.commands.addColumns',
    keys: [editorKeys('C')],
    when: hasTable,
    run: addColumnsByName,
  },
  {
    ...common,
    id: 'template.addRow',
    label: 'templateEditor.commands.addRow',
    keys: [editorKeys('A')],
    when: hasTable,
    run: () => editor.addRow(),
  },
  {
    ...common,
    id: 'template.submit',
    label: 'templateEditor.commands.submit',
    keys: [editorKeys('S')],
    when: isFree,
    run: () => void submit(),
  },
  {
    ...common,
    id: 'template.addNumber',
    label: 'templateEditor.commands.addNumber',
    keys: [editorKeys('1')],
    when: hasTable,
    run: () => editor.addRow(typeFor.whole),
  },
  {
    ...common,
    id: 'template.addText',
    label: 'templateEditor.commands.addText',
    keys: [editorKeys('2')],
    when: hasTable,
    run: () => editor.addRow(typeFor.text),
  },
  {
    ...common,
    id: 'template.addLongText',
    label: 'templateEditor.commands.addLongText',
    keys: [editorKeys('3')],
    when: hasTable,
    run: () => editor.addRow(typeFor.longText),
  },
  {
    ...common,
    id: 'template.addLink',
    label: 'templateEditor.commands.addLink',
    keys: [editorKeys('4')],
    when: hasTable,
    run: () => editor.addRow(typeFor.link),
  },
  {
    ...common,
    id: 'template.addLookup',
    label: 'templateEditor.commands.addLookup',
    keys: [editorKeys('5')],
    when: hasTable,
    run: () => editor.addRow(typeFor.lookup),
  },
  {
    ...common,
    id: 'template.addRollup',
    label: 'templateEditor.commands.addRollup',
    keys: [editorKeys('6')],
    when: hasTable,
    run: () => editor.addRow(typeFor.rollup),
  },
  {
    ...common,
    id: 'template.undo',
    label: 'templateEditor.commands.undo',
    keys: ['Mod+Z'],
    when: isFree,
    run: editor.undo,
  },
  {
    ...common,
    id: 'template.redo',
    label: 'templateEditor.commands.redo',
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    when: isFree,
    run: editor.redo,
  },
]

/** Commands that change nothing: also for a template that is only shown. */
export const readingCommands: readonly Command[] = [
  {
    ...common,
    id: 'template.copyJson',
    label: 'templateEditor.commands.copyJson',
    keys: [editorKeys('J')],
    when: isFree,
    run: () => void copyJson(),
  },
  {
    ...common,
    id: 'template.previousTable',
    label: 'templateEditor.commands.previousTable',
    keys: [editorKeys('ArrowUp')],
    when: hasTable,
    run: () => editor.step(-1),
  },
  {
    ...common,
    id: 'template.nextTable',
    label: 'templateEditor.commands.nextTable',
    keys: [editorKeys('ArrowDown')],
    when: hasTable,
    run: () => editor.step(1),
  },
]

/** Registers the commands of the editor while it is open. */
export function useEditorCommands(isReadOnly: boolean): void {
  useCommands(useMemo(() => (isReadOnly ? readingCommands : [...readingCommands, ...editingCommands]), [isReadOnly]))
}
