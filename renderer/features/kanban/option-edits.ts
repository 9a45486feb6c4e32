import type { Column, SelectOption, Table } from '@common/model'
import { formatNameList } from '@common/query/name-list'
import { data, isApiError, sentenceOf, writeGuard } from '@renderer/api'
import type { GridModel, Row } from '@renderer/features/records'
import { addOptions, setOptions } from '@renderer/features/tables'
import { sentence, type Sentence } from '@renderer/i18n'
import { stoppedRenames } from '@renderer/stores'

interface Place {
  readonly projectId: string
  readonly table: Table
  readonly column: Column
}

/** Records updated per request. */
const rowsAtOnce = 1_000

const optionsOf = (column: Column): readonly SelectOption[] => column.options.options ?? []

/** Adds a stack as another option of the column. @returns the error message, if any */
export async function addStack({ projectId, table, column }: Place, title: string): Promise<Sentence | undefined> {
  if (optionsOf(column).some((option) => isSame(option.title, title)))
    return sentence('kanban.nameTaken', { stack: title })
  try {
    await addOptions(projectId, table, new Map([[column, [title]]]))
    return undefined
  } catch (error) {
    return sentenceOf(error)
  }
}

/**
 * Renames or recolours an option; records with it get the new name. Undo takes several steps. Repeating an interrupted
 * rename resumes it.
 *
 * @returns the error message, if any
 */
export async function changeOption(
  { projectId, table, column }: Place,
  model: GridModel,
  from: string,
  to: SelectOption,
): Promise<Sentence | undefined> {
  const options = optionsOf(column)
  const put = (option: SelectOption): SelectOption => (option.title === from ? to : option)
  if (to.title === from)
    return tried(() => setOptions(projectId, table, column, options.map(put)).then(() => undefined))
  const rename = JSON.stringify([projectId, table.name, column.name, from, to.title])
  let isBegun = stoppedRenames.has(rename)
  const others = options.filter(({ title }) => title !== from && !(isBegun && title === to.title))
  if (others.some(({ title }) => isSame(title, to.title))) return sentence('kanban.nameTaken', { stack: to.title })
  const before = options.filter((option) => option.title === from || others.includes(option))
  try {
    await writeGuard.asOne(projectId, async () => {
      // The server rejects values that aren't options, so both options exist for a moment.
      const both = before.flatMap((option) => (option.title === from ? [to, option] : [option]))
      const between = await setOptions(projectId, table, column, both)
      isBegun = true
      await moveRecords({ projectId, table, column }, model, from, to.title)
      await setOptions(projectId, table, between, before.map(put))
    })
    stoppedRenames.remove(rename)
    return undefined
  } catch (error) {
    // The server may have stored the options although its response was lost.
    if (isBegun || isApiError(error, 'SERVER_UNREACHABLE')) stoppedRenames.add(rename)
    return isBegun
      ? sentence('kanban.renamedPartly', { stack: from, name: to.title, reason: sentenceOf(error) })
      : sentenceOf(error)
  }
}

const isSame = (one: string, other: string): boolean => one.toLocaleLowerCase() === other.toLocaleLowerCase()

async function tried(work: () => Promise<void>): Promise<Sentence | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return sentenceOf(error)
  }
}

async function moveRecords({ projectId, table, column }: Place, model: GridModel, from: string, to: string) {
  const key = table.columns.filter(({ name }) => table.primaryKey.includes(name)).map(({ title }) => title)
  const query = {
    condition: JSON.stringify({ [column.title]: { eq: from } }),
    fields: formatNameList(key),
    limit: rowsAtOnce,
    hm: '',
    bt: '',
    mm: '',
  }
  let before: string | undefined
  for (;;) {
    const rows = await data.call<Row[]>(projectId, [table.title], { query })
    const first = JSON.stringify(rows[0])
    // Prevents an endless loop with a database that ignores the update.
    if (rows.length === 0 || first === before) return
    before = first
    const changed = rows.map((row): Row => ({
      ...Object.fromEntries(key.map((title) => [title, row[title]])),
      [column.title]: to,
    }))
    await model.api.updateMany(changed)
  }
}
