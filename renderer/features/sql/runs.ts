import type { Sentence } from '@renderer/i18n'
import type { SqlParameters, SqlRunView } from '@common/sql/shapes'
import { client, invalidateProject, isApiError, sentenceOf, queryClient } from '@renderer/api'
import { create } from 'zustand'

/** The last run of a query. */
export interface QueryRun {
  /** Grows with each run, so that views of the last one start again. */
  readonly number: number
  /** The text that ran, and where it began in the query. */
  readonly sql: string
  readonly base: number
  readonly parameters: SqlParameters
  readonly mode: 'read' | 'write'
  /** Undefined until the server has answered. */
  readonly view: SqlRunView | undefined
  /** Why it didn't start, or why its progress is unknown. */
  readonly failure: Sentence | undefined
}

export interface RunRequest extends Pick<QueryRun, 'sql' | 'base' | 'parameters' | 'mode'> {
  readonly timeLimitMs: number | undefined
}

/** Last runs by ids of queries. Results stay on the server until the query runs again or closes. */
export const useRuns = create<{ readonly runs: Readonly<Record<string, QueryRun>> }>(() => ({ runs: {} }))

/** A run that the page has asked for. */
interface Started {
  /** Ends the reading of its progress. */
  readonly abort: AbortController
  /** Its id; undefined until the server has answered. */
  run: string | undefined
  /** A command of the user that waits for the id. */
  wanted: 'cancel' | 'close' | undefined
}

/** The last runs by ids of queries. */
const started = new Map<string, Started>()
let lastNumber = 0

function put(query: string, run: QueryRun | undefined): void {
  useRuns.setState(({ runs: all }) => {
    const { [query]: _, ...others } = all
    return { runs: run === undefined ? others : { ...others, [query]: run } }
  })
}

/** Changes the run of a query, unless a newer one has begun. */
function update(query: string, number: number, change: Partial<QueryRun>): void {
  const run = useRuns.getState().runs[query]
  if (run?.number === number) put(query, { ...run, ...change })
}

export const isRunning = (run: QueryRun | undefined): boolean =>
  run !== undefined && run.failure === undefined && (run.view === undefined || run.view.state === 'running')

export const runs = {
  /** Runs a text for a query. Resolves with the last state; undefined if it didn't start. */
  start: async (
    projectId: string,
    query: string,
    { timeLimitMs, ...request }: RunRequest,
  ): Promise<SqlRunView | undefined> => {
    runs.close(projectId, query)
    lastNumber += 1
    const number = lastNumber
    const abort = new AbortController()
    const own: Started = { abort, run: undefined, wanted: undefined }
    started.set(query, own)
    put(query, { ...request, number, view: undefined, failure: undefined })
    const options = { projectId, silent: true, signal: abort.signal }
    const { sql, mode, parameters } = request
    try {
      // Without the signal: only the id can stop the statement on the server.
      const { run } = await client.call(
        'sqlRun',
        { sql, mode, parameters, ...(timeLimitMs !== undefined && { timeLimitMs }) },
        { projectId, silent: true },
      )
      own.run = run
      if (own.wanted === 'close') {
        forget(projectId, run)
        return undefined
      }
      if (own.wanted === 'cancel') await client.call('sqlCancel', { run }, options)
      let view = await client.call('sqlRunRead', { run }, options)
      update(query, number, { view })
      while (view.state === 'running') {
        view = await client.call('sqlRunRead', { run, after: view.version }, options)
        update(query, number, { view })
      }
      // SQL can change anything: nothing that the page has loaded is certain to be fresh.
      if (mode === 'write' && view.statements.some(({ hasResult, state }) => !hasResult && state === 'done'))
        void invalidateProject(queryClient, projectId, ['project'])
      return view
    } catch (error) {
      if (!isApiError(error, 'CANCELLED')) update(query, number, { failure: sentenceOf(error) })
      return undefined
    }
  },
  /** Stops the running statement on the database, at the latest when its run is known. */
  cancel: async (projectId: string, query: string): Promise<void> => {
    const own = started.get(query)
    if (own === undefined) return
    if (own.run === undefined) own.wanted = 'cancel'
    else await client.call('sqlCancel', { run: own.run }, { projectId, silent: true })
  },
  /** Forgets the run of a query, and its results on the server. */
  close: (projectId: string, query: string): void => {
    const own = started.get(query)
    if (own === undefined) return
    started.delete(query)
    own.abort.abort()
    put(query, undefined)
    if (own.run === undefined) own.wanted = 'close'
    else forget(projectId, own.run)
  },
}

/** Ends a run and deletes its results on the server. */
function forget(projectId: string, run: string): void {
  client.call('sqlRunClose', { run }, { projectId, silent: true }).catch(() => {
    // The server deletes idle results by itself.
  })
}
