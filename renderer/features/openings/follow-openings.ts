import { defaultDbAlias } from '@common/constants'
import type { Bridge, Opening } from '@common/bridge'
import { messageOf, unwrap } from '@renderer/api'
import { takeGiven } from '@renderer/features/import'
import { queryOfTab } from '@renderer/features/tabs'
import { t } from '@renderer/i18n'
import { goTo, loader, toast } from '@renderer/stores'

type Rows = Extract<Opening, { kind: 'rows' }>
type Place = Extract<Opening, { kind: 'place' }>

/** Opens the files and links that the system gave to the desktop application: those that wait, and each later one. */
export function followOpenings(shell: Bridge): () => void {
  const take = (): void => void openAll(shell).catch((error: unknown) => toast.error(messageOf(error)))
  const end = shell.onOpeningsWait(take)
  take()
  return end
}

async function openAll(shell: Bridge): Promise<void> {
  const openings = await unwrap(shell.takeOpenings())
  for (const opening of openings)
    if (opening.kind === 'refused') toast.error(t(`importStart.opening.${opening.problem}`, { name: opening.name }))
  const database = openings.findLast(({ kind }) => kind === 'database')
  const place = openings.findLast(({ kind }) => kind === 'place')
  const rows = openings.filter((opening): opening is Rows => opening.kind === 'rows')
  // One page can show one of them: the last one given.
  if (place?.kind === 'place') await goTo(addressOf(place))
  else if (database?.kind === 'database') await goTo(`/projects?open=file&path=${encodeURIComponent(database.path)}`)
  if (rows.length > 0) takeGiven(await readAll(shell, rows))
}

/** The page decides whether the user may see it: this is an address like any other. */
function addressOf({ project, table, view, record }: Place): string {
  const path = `/nc/${encodeURIComponent(project)}`
  if (table === undefined) return path
  return `${path}?${queryOfTab({ name: table, type: 'table', dbAlias: defaultDbAlias, view, record })}`
}

/** Reads files in parts: a message between processes is held in memory as a whole. */
async function readAll(shell: Bridge, rows: readonly Rows[]): Promise<File[]> {
  const files: File[] = []
  try {
    for (const { id, name, size } of rows) {
      const say = (percent: number): void => loader.show(t('importStart.opening.reading', { name }), percent)
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
