import { defaultDbAlias } from '@common/constants'
import type { Bridge, Opening } from '@common/bridge'
import { sentenceOf, unwrap } from '@renderer/api'
import { takeGiven } from '@renderer/features/import'
import { queryOfTab } from '@renderer/features/tabs'
import { sentence } from '@renderer/i18n'
import { goTo, loader, toast } from '@renderer/stores'

type Rows = Extract<Opening, { kind: 'rows' }>

/** Windows that one gesture opens, such as a drop of many files on the icon. */
const pagesMax = 5

/** Opens the files and links that the system gave to the desktop application: those that wait, and each later one. */
export function followOpenings(shell: Bridge): () => void {
  const take = (): void => void openAll(shell).catch((error: unknown) => toast.error(sentenceOf(error)))
  const end = shell.onOpeningsWait(take)
  take()
  return end
}

async function openAll(shell: Bridge): Promise<void> {
  const openings = await unwrap(shell.takeOpenings())
  for (const opening of openings)
    if (opening.kind === 'refused')
      toast.error(sentence(`importStart.opening.${opening.problem}`, { name: opening.name }))
  const rows = openings.filter((opening): opening is Rows => opening.kind === 'rows')
  const [here, ...others] = openings.flatMap(addressOf).slice(0, pagesMax)
  if (here !== undefined) await goTo(here)
  // A window shows one of them.
  for (const address of others) await unwrap(shell.newWindow({ address }))
  if (rows.length > 0) takeGiven(await readAll(shell, rows))
}

/** Returns the page for a file or link. The page decides whether the user may see it: this is an address like any other. */
function addressOf(opening: Opening): string[] {
  if (opening.kind === 'database') return [`/projects?open=file&path=${encodeURIComponent(opening.path)}`]
  if (opening.kind !== 'place') return []
  const { project, table, view, record } = opening
  const path = `/nc/${encodeURIComponent(project)}`
  if (table === undefined) return [path]
  return [`${path}?${queryOfTab({ name: table, type: 'table', dbAlias: defaultDbAlias, view, record })}`]
}

/** Reads files in parts: a message between processes is held in memory as a whole. */
async function readAll(shell: Bridge, rows: readonly Rows[]): Promise<File[]> {
  const files: File[] = []
  try {
    for (const { id, name, size } of rows) {
      const say = (percent: number): void => loader.show(sentence('importStart.opening.reading', { name }), percent)
      say(0)
      const parts: Uint8Array<ArrayBuffer>[] = []
      for (let offset = 0; ;) {
        const part = new Uint8Array(await unwrap(shell.readOpening({ id, offset })))
        if (part.length === 0) break
        parts.push(part)
        offset += part.length
        say(Math.min(100, Math.round((100 * offset) / Math.max(1, size))))
      }
      files.push(new File(parts, name))
    }
  } finally {
    loader.hide()
  }
  return files
}
