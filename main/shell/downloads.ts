import type { Session, WebContents } from 'electron'
import { basename } from 'node:path'
import type { Ids } from '@main/lib/ids'

/** Files that windows saved in this session. */
export interface Downloads {
  readonly pathOf: (id: string) => string | undefined
}

const filesMax = 100

/**
 * Remembers completed downloads of a session.
 *
 * @param saved  called with the id and name of each, and its window
 */
export function followDownloads(
  session: Session,
  ids: Ids,
  saved: (contents: WebContents, file: { readonly id: string; readonly name: string }) => void,
): Downloads {
  const paths = new Map<string, string>()
  session.on('will-download', (_event, item, contents) => {
    item.once('done', (_done, state) => {
      if (state !== 'completed') return
      const id = ids.hex(16)
      const path = item.getSavePath()
      paths.set(id, path)
      const [oldest] = paths.keys()
      if (paths.size > filesMax && oldest !== undefined) paths.delete(oldest)
      saved(contents, { id, name: basename(path) })
    })
  })
  return { pathOf: (id) => paths.get(id) }
}
