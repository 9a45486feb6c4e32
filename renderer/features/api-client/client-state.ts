import { checkAssertions, type AssertionResult } from '@common/api-client/assertions'
import { apiRequest, type ApiRequest, type ApiResponse } from '@common/api-client/request'
import { requestOf, requestSent, responseOf, useApiClient, type ApiHistoryEntry } from '@renderer/stores'
import { create } from 'zustand'
import { send, type SendFailure } from './send'

/** The request in the tab of a project, and what came back. */
export interface ClientState {
  readonly request: ApiRequest
  readonly response?: ApiResponse | undefined
  readonly failure?: SendFailure | undefined
  /** Present while a request runs. */
  readonly running?: AbortController | undefined
  /** Outcomes of the request's checks. */
  readonly results?: readonly AssertionResult[] | undefined
  /** Path of the stored request that is open. */
  readonly savedPath?: string | undefined
  /** Entry of the history that is shown. */
  readonly entryId?: string | undefined
}

const useStates = create<Readonly<Record<string, ClientState>>>(() => ({}))

/** The first request of a new tab: the records of a table of the project, with the user's own session. */
const firstRequest = (table: string | undefined): ApiRequest =>
  apiRequest.parse({
    method: 'GET',
    url: `{{baseUrl}}/api/v1/${table === undefined ? '' : encodeURIComponent(table)}`,
    params: [{ name: 'limit', value: '25' }],
  })

/** Returns the state of a project's tab. @param table  title of the table that a new tab reads */
export function useClientState(projectId: string, table: string | undefined): ClientState {
  return useStates((states) => states[projectId]) ?? stateOf(projectId, table)
}

/** Prepares the state of a project: the stored request, or the first one. */
function stateOf(projectId: string, table?: string): ClientState {
  const known = useStates.getState()[projectId] ?? prepared.get(projectId)
  if (known !== undefined) return known
  const draft = useApiClient.getState().drafts[projectId]
  const made: ClientState = { request: draft ?? firstRequest(table) }
  prepared.set(projectId, made)
  return made
}
/** States that nothing has changed yet. */
const prepared = new Map<string, ClientState>()

function change(projectId: string, changes: Partial<ClientState>): void {
  useStates.setState({ [projectId]: { ...stateOf(projectId), ...changes } })
}

/** Changes parts of the request. */
export function editRequest(projectId: string, changes: Partial<ApiRequest>): void {
  change(projectId, { request: { ...stateOf(projectId).request, ...changes } })
}

/** Opens another request in the tab. @param savedPath  path of a stored request */
export function openRequest(projectId: string, request: ApiRequest, savedPath?: string): void {
  cancelRequest(projectId)
  change(projectId, {
    request,
    savedPath,
    response: undefined,
    results: undefined,
    failure: undefined,
    entryId: undefined,
  })
  useApiClient.getState().drafted(projectId, request)
}

/** The request in the tab is stored under this path. */
export const markSaved = (projectId: string, savedPath: string): void => change(projectId, { savedPath })

/** Opens a request of the history with the stored part of its response. */
export function openEntry(projectId: string, entry: ApiHistoryEntry): void {
  openRequest(projectId, requestOf(entry))
  change(projectId, { entryId: entry.id, response: responseOf(entry) })
}

/** Stores the open request for the next visit. */
export function storeDraft(projectId: string): void {
  const state = useStates.getState()[projectId]
  if (state !== undefined) useApiClient.getState().drafted(projectId, state.request)
}

/** Stops the running request. */
export function cancelRequest(projectId: string): void {
  useStates.getState()[projectId]?.running?.abort()
}

/** Sends the request of the tab. */
export async function sendRequest(projectId: string): Promise<void> {
  cancelRequest(projectId)
  const { request } = stateOf(projectId)
  const running = new AbortController()
  change(projectId, { running, failure: undefined })
  storeDraft(projectId)
  const { response, failure } = await send(projectId, request, running.signal)
  const entryId = requestSent(projectId, request, response ?? null)
  if (useStates.getState()[projectId]?.running !== running) return
  const results = response && checkAssertions(request.assertions, response)
  change(projectId, { running: undefined, response, results, entryId, failure })
}
