import { colorAt } from '@common/model/column-definition'
import { addTables, type Draft, type DraftColumn } from '@common/templates'
import { freeTitle } from '@common/util/free-title'
import { takesOptions } from '@common/columns/questions'
import type { ImportShape } from '@common/operations/imports'
import { files, sentenceOf } from '@renderer/api'
import { chooseFiles } from '@renderer/features/import'
import { sentence } from '@renderer/i18n'
import { toast } from '@renderer/stores'
import { editor, newId, useEditor } from './editor-store'

/** Asks for spreadsheets and adds their sheets as tables, with the types that fit their values. */
export function importFile(): void {
  chooseFiles((chosen) => void takeFiles(chosen))
}

export async function takeFiles(chosen: readonly File[]): Promise<void> {
  for (const file of chosen) {
    try {
      const shape = await files.shape(file)
      const before = useEditor.getState().versions.present
      const { draft, added } = withSheets(before, shape)
      editor.change(draft)
      if (added[0] !== undefined) editor.show(added[0])
      toast.success(sentence('templateEditor.excel.done', { count: added.length }))
    } catch (error) {
      toast.error(sentenceOf(error))
    }
  }
}

/** Adds a table for each sheet. A name that exists gets a number. */
export function withSheets(
  draft: Draft,
  { sheets }: ImportShape,
): { readonly draft: Draft; readonly added: readonly string[] } {
  let next = draft
  const added: string[] = []
  for (const { title, columns } of sheets) {
    const names = next.tables.map(({ name }) => name)
    const name = freeTitle(title, names)
    const result = addTables(next, [{ name, columns: [] }], newId)
    const [id] = result.added
    if (id === undefined) continue
    added.push(id)
    next = {
      ...result.draft,
      tables: result.draft.tables.map((table) =>
        table.id === id ? { ...table, columns: columns.map(columnOf) } : table,
      ),
    }
  }
  return { draft: next, added }
}

function columnOf({ title, uiType, options }: ImportShape['sheets'][number]['columns'][number]): DraftColumn {
  const { options: choices, ...settings } = options
  return {
    id: newId(),
    name: title,
    uiType,
    ...(takesOptions({ uiType }) && {
      choices: (choices ?? []).map((choice, at) => ({ title: choice.title, color: choice.color ?? colorAt(at) })),
    }),
    ...(Object.keys(settings).length > 0 && { extra: { meta: settings } }),
  }
}
