import type { ApiRequest, ApiResponse } from '@common/api-client/request'
import type { ApiDocument, ApiOperation } from '@common/openapi'
import { send, type SendFailure } from '@renderer/features/api-client'
import {
  operationSent,
  requestOf as sentRequestOf,
  responseOf,
  useApiClientSwagger,
  type SwaggerDraft,
  type SwaggerHistoryEntry,
} from '@renderer/stores'
import { create } from 'zustand'
import { draftOf, requestOf } from './request'

/** The chosen operation of a project, the values of all operations, and what came back. */
export interface ClientState {
  /** Key of the chosen operation; undefined for the first one. */
  readonly operation: string | undefined
  /** Values that the user gave, by operation. */
  readonly drafts: Readonly<Record<string, SwaggerDraft>>
  /** Sign-in of all requests. */
  readonly auth: ApiRequest['auth']
  readonly response?: ApiResponse | undefined
  readonly failure?: SendFailure | undefined
  /** Present while a request runs. */
  readonly running?: AbortController | undefined
  /** Entry of the history that is shown. */
  readonly entryId?: string | undefined
}

const useStates = create<Readonly<Record<string, ClientState>>>(() => ({}))
/** States that nothing has changed yet. */
const prepared = new Map<string, ClientState>()

/** Returns the state of a project's tab, with the operation of the last visit. */
export function useClientState(projectId: string): ClientState {
  return useStates((states) => states[projectId]) ?? stateOf(projectId)
}

function stateOf(projectId: string): ClientState {
  const known = useStates.getState()[projectId] ?? prepared.get(projectId)
  if (known !== undefined) return known
  const draft = useApiClientSwagger.getState().drafts[projectId]
  const made: ClientState =
    draft === undefined
      ? { operation: undefined, drafts: {}, auth: { kind: 'session' } }
      : { operation: draft.operation, drafts: { [draft.operation]: draft }, auth: draft.request.auth }
  prepared.set(projectId, made)
  return made
}

function change(projectId: string, changes: Partial<ClientState>): void {
  useStates.setState({ [projectId]: { ...stateOf(projectId), ...changes } })
}

/** Returns the values of an operation. */
export const draftIn = ({ drafts, auth }: ClientState, document: ApiDocument, operation: ApiOperation): SwaggerDraft =>
  draftOf(document, operation, Object.hasOwn(drafts, operation.key) ? drafts[operation.key] : undefined, auth)

/** Stores the values of the operation for the next visit. */
export function editDraft(projectId: string, draft: SwaggerDraft): void {
  const { drafts } = stateOf(projectId)
  const { operation, request } = draft
  change(projectId, { operation, drafts: { ...drafts, [operation]: draft }, auth: request.auth })
  useApiClientSwagger.getState().drafted(projectId, draft)
}

/** Shows another operation. */
export function chooseOperation(projectId: string, draft: SwaggerDraft): void {
  cancelRequest(projectId)
  change(projectId, { response: undefined, failure: undefined, running: undefined, entryId: undefined })
  editDraft(projectId, draft)
}

/** Opens a request of the history with the stored part of its response. */
export function openEntry(projectId: string, entry: SwaggerHistoryEntry): void {
  const { operation, inPath } = entry
  const [, path = ''] = operation.split(/ (.*)/s)
  chooseOperation(projectId, { operation, inPath, request: { ...sentRequestOf(entry), url: path } })
  change(projectId, { entryId: entry.id, response: responseOf(entry) })
}

/** Stops the running request. */
export function cancelRequest(projectId: string): void {
  stateOf(projectId).running?.abort()
}

/** Sends the request of an operation. */
export async function sendOperation(projectId: string, draft: SwaggerDraft): Promise<void> {
  cancelRequest(projectId)
  const running = new AbortController()
  change(projectId, { running, failure: undefined })
  editDraft(projectId, draft)
  const request = requestOf(projectId, draft)
  const { response, failure } = await send(projectId, request, running.signal)
  const entryId = operationSent(projectId, { ...draft, request }, response ?? null)
  if (stateOf(projectId).running === running) change(projectId, { running: undefined, response, failure, entryId })
}
