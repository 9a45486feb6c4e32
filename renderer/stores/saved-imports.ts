import { useUsers } from './users'
import { z } from 'zod'

/** An import that runs on the server. */
export interface ImportRun {
  readonly projectId: string
  readonly id: string
  /** Name of its file. */
  readonly name: string
}

const key = 'importRuns'
const shape = z
  .array(z.object({ projectId: z.string(), id: z.string(), name: z.string(), person: z.string() }))
  .catch([])

const person = (): string => useUsers.getState().user?.email ?? ''

/** Returns imports of this user that were running when the page was left. */
export const savedRuns = (): readonly ImportRun[] => read().filter((run) => run.person === person())

export function keepRun({ projectId, id, name }: ImportRun): void {
  write([...read().filter((each) => each.id !== id), { projectId, id, name, person: person() }])
}

export function forgetRun(id: string): void {
  write(read().filter((each) => each.id !== id))
}

/** Without browser storage, a reload loses track of the import, but the import continues. */
function read(): z.infer<typeof shape> {
  try {
    return shape.parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return []
    throw error
  }
}

function write(runs: z.infer<typeof shape>): void {
  try {
    if (runs.length === 0) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(runs))
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}
