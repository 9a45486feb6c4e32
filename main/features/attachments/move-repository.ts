import type { FileMoveView } from '@common/operations/attachments'
import { serviceIds } from '@common/plugins/services'
import { isMessage, type Message } from '@common/messages'
import {
  deleteFrom,
  insertInto,
  insertOrIgnore,
  metaTables,
  transactGuarded,
  updateIn,
  type MetaRow,
  type MetaStore,
} from '@main/db/meta'
import type { Ids } from '@main/lib/ids'

const { attachments, fileMoves, fileCopies } = metaTables
export type FileRow = MetaRow<typeof attachments>
export type CopyRow = MetaRow<typeof fileCopies>

/** The one row of the running move, or of the last one. */
const id = 'last'
const noLease = { lease_owner: null, lease_until: null }

/** SQL of moves between places. */
export interface MoveRepository {
  readonly read: () => Promise<Pick<FileMoveView, 'places' | 'move'>>
  readonly isRunning: () => Promise<boolean>
  /** False if a move runs already. */
  readonly start: (to: string, now: string) => Promise<boolean>
  /** Takes the running move over. Undefined if none runs or another server has it. */
  readonly claim: (owner: string, now: string, until: string) => Promise<{ readonly to: string } | undefined>
  /** False if the move has ended, or another server has it. */
  readonly renew: (owner: string, until: string) => Promise<boolean>
  readonly end: (state: 'done' | 'cancelled' | 'failed', now: string, owner?: string) => Promise<boolean>
  /** Lets another server go on. */
  readonly release: (owner: string) => Promise<void>
  /** Ends the leases of servers that are gone, if this server is the only one. */
  readonly freeLeases: () => Promise<void>
  /** Returns the next files that aren't at a place, by id. */
  readonly next: (to: string, after: string, count: number) => Promise<FileRow[]>
  readonly file: (fileId: string) => Promise<FileRow | undefined>
  /** Notes a copy before it is made, so that a later run can find it. */
  readonly noteCopy: (place: string, file: FileRow) => Promise<string>
  /**
   * Makes a copy the file, and the former file a copy.
   *
   * @returns the id of the copy that the former file is now; undefined if the file is gone or another server moved it
   */
  readonly switch: (file: FileRow, to: string, sha256: string, copyId: string) => Promise<string | undefined>
  readonly failed: (problem: Message) => Promise<void>
  readonly copies: () => Promise<CopyRow[]>
  /** Takes a copy out of the hands of others. @returns its new id; undefined if it is the file now, or taken */
  readonly takeCopy: (copyId: string) => Promise<string | undefined>
  readonly forgetCopy: (copyId: string) => Promise<void>
}

export function createMoveRepository(store: MetaStore, ids: Ids): MoveRepository {
  const copyStep = (place: string, file: FileRow) => {
    const copyId = ids.hex(16)
    return {
      copyId,
      step: insertInto(fileCopies, { id: copyId, place, project_id: file.project_id, file_id: file.id }),
    }
  }
  const isRunning = async (): Promise<boolean> => (await store.find(fileMoves, { id }))?.state === 'running'

  return {
    read: async () => {
      const counts = await store.read(
        `SELECT place, count(*), sum(size) FROM ${attachments.name} GROUP BY place ORDER BY place`,
      )
      const row = await store.find(fileMoves, { id })
      return {
        places: counts.map(([place, files, bytes]) => ({
          place: placeOf(place),
          files: Number(files),
          bytes: Number(bytes ?? 0),
        })),
        move: row === undefined || row.state === 'none' ? null : moveOf(row),
      }
    },

    isRunning,

    start: async (to, now) => {
      const [count] = await store.read(`SELECT count(*) FROM ${attachments.name} WHERE place <> ?`, [to])
      const fresh = {
        place: to,
        total: Number(count?.[0] ?? 0),
        moved: 0,
        bytes: 0,
        failed: 0,
        problem: null,
        ...noLease,
        started_at: now,
        ended_at: null,
      }
      await store.transact([insertOrIgnore(fileMoves, ['id'], { id, state: 'none', ...fresh })])
      return transactGuarded(store, [
        updateIn(fileMoves, { ...fresh, state: 'running' }, 'id = ? AND state <> ?', [id, 'running'], {
          expectRows: 1,
        }),
      ])
    },

    claim: async (owner, now, until) => {
      // Servers look again and again, and usually no move runs.
      if (!(await isRunning())) return undefined
      const isClaimed = await transactGuarded(store, [
        updateIn(
          fileMoves,
          { lease_owner: owner, lease_until: until },
          'id = ? AND state = ? AND (lease_until IS NULL OR lease_until < ?)',
          [id, 'running', now],
          { expectRows: 1 },
        ),
      ])
      const row = isClaimed ? await store.find(fileMoves, { id }) : undefined
      return row && { to: row.place }
    },

    renew: (owner, until) =>
      transactGuarded(store, [
        updateIn(
          fileMoves,
          { lease_until: until },
          'id = ? AND state = ? AND lease_owner = ?',
          [id, 'running', owner],
          { expectRows: 1 },
        ),
      ]),

    end: (state, now, owner) => {
      const change = { state, ended_at: now, ...noLease }
      const where = owner === undefined ? 'id = ? AND state = ?' : 'id = ? AND state = ? AND lease_owner = ?'
      const params = [id, 'running', ...(owner === undefined ? [] : [owner])]
      return transactGuarded(store, [updateIn(fileMoves, change, where, params, { expectRows: 1 })])
    },

    release: async (owner) => {
      await store.transact([updateIn(fileMoves, noLease, { id, lease_owner: owner })])
    },
    freeLeases: async () => {
      if (!store.exclusive) return
      await store.transact([updateIn(fileMoves, noLease, { id })])
    },

    next: (to, after, count) =>
      store.select(attachments, `WHERE place <> ? AND id > ? ORDER BY id LIMIT ${count}`, [to, after]),
    file: (fileId) => store.find(attachments, { id: fileId }),

    noteCopy: async (place, file) => {
      const { copyId, step } = copyStep(place, file)
      await store.transact([step])
      return copyId
    },

    switch: async (file, to, sha256, copyId) => {
      const former = copyStep(file.place, file)
      const isSwitched = await transactGuarded(store, [
        updateIn(attachments, { place: to, sha256 }, { id: file.id, place: file.place }, { expectRows: 1 }),
        // Another server that cleans up may have taken the copy.
        { sql: `DELETE FROM ${fileCopies.name} WHERE id = ?`, params: [copyId], expectRows: 1 },
        former.step,
        {
          sql: `UPDATE ${fileMoves.name} SET moved = moved + 1, bytes = bytes + ? WHERE id = ?`,
          params: [file.size, id],
        },
      ])
      return isSwitched ? former.copyId : undefined
    },

    failed: async (problem) => {
      await store.transact([
        {
          sql: `UPDATE ${fileMoves.name} SET failed = failed + 1, problem = ? WHERE id = ?`,
          params: [JSON.stringify(problem), id],
        },
      ])
    },

    takeCopy: async (copyId) => {
      const taken = ids.hex(16)
      const step = updateIn(fileCopies, { id: taken }, 'id = ?', [copyId], { expectRows: 1 })
      return (await transactGuarded(store, [step])) ? taken : undefined
    },
    copies: () => store.select(fileCopies, {}),
    forgetCopy: async (copyId) => {
      await store.transact([deleteFrom(fileCopies, { id: copyId })])
    },
  }
}

type Places = FileMoveView['places'][number]['place']
const placeOf = (text: unknown): Places => serviceIds.find((each) => each === text) ?? 'local'

type Move = NonNullable<FileMoveView['move']>
const states: readonly Move['state'][] = ['running', 'done', 'cancelled', 'failed']

function moveOf(row: MetaRow<typeof fileMoves>): Move {
  const { place, state, total, moved, bytes, failed, problem, started_at: startedAt, ended_at: endedAt } = row
  const parsed: unknown = problem === null ? null : JSON.parse(problem)
  return {
    to: placeOf(place),
    state: states.find((each) => each === state) ?? 'failed',
    total,
    moved,
    bytes,
    failed,
    problem: isMessage(parsed) ? parsed : null,
    startedAt,
    endedAt,
  }
}
