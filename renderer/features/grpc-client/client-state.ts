import type { Sentence } from '@renderer/i18n'
import { noCertificates } from '@common/operations/rpc'
import type { RpcEnd, RpcEvent } from '@common/rpc/events'
import { presetMessage } from '@common/rpc/preset'
import { methodIn, type RpcMethod, type RpcSchema } from '@common/rpc/schema'
import { client, followRpcCall, isApiError, sentenceOf } from '@renderer/api'
import { create } from 'zustand'
import { callMade, useGrpcClient, type GrpcDraft, type GrpcHistoryEntry } from './stored'

/** A message of a call, sent or received. */
export interface LogLine {
  readonly id: number
  readonly direction: 'sent' | 'received'
  readonly at: string
  readonly atMs: number
  readonly size: number
  readonly text: string
  readonly isCut: boolean
  readonly isRaw: boolean
}

export interface Pair {
  readonly name: string
  readonly value: string
}

/** A call that runs or has ended. */
export interface ShownCall {
  /** Id on the server, once it has started. */
  readonly id: string | undefined
  readonly method: RpcMethod
  readonly isRunning: boolean
  /** True until the client's side ends. */
  readonly isOpen: boolean
  /** The latest lines, newest first. */
  readonly lines: readonly LogLine[]
  readonly sent: number
  readonly received: number
  readonly receivedBytes: number
  readonly metadata: readonly Pair[]
  readonly end: RpcEnd | undefined
  /** Why the call has no end, in words. */
  readonly failure: Sentence | undefined
}

export interface ClientState {
  readonly draft: GrpcDraft
  readonly schema: RpcSchema | undefined
  readonly schemaFailure: Sentence | undefined
  readonly isLoading: boolean
  readonly call: ShownCall | undefined
}

/** Lines of the log that stay on the page. */
const linesMax = 500

const useStates = create<Readonly<Record<string, ClientState>>>(() => ({}))
const prepared = new Map<string, ClientState>()
/** Ends the loading of a project's services. */
const loads = new Map<string, AbortController>()
/** Ends the reader of a project's running call. */
const readers = new Map<string, AbortController>()

/** Returns the state of a project's tab. @param address  address of a new tab */
export function useClientState(projectId: string, address: string): ClientState {
  return useStates((states) => states[projectId]) ?? stateOf(projectId, address)
}

function stateOf(projectId: string, address = ''): ClientState {
  const known = useStates.getState()[projectId] ?? prepared.get(projectId)
  if (known !== undefined) return known
  const { drafts } = useGrpcClient.getState()
  const draft: GrpcDraft = drafts[projectId] ?? {
    address,
    security: 'plain',
    certificates: noCertificates,
    metadata: [],
    service: '',
    method: '',
    timeoutMs: null,
    files: [],
    messages: {},
  }
  const made = { draft, schema: undefined, schemaFailure: undefined, isLoading: false, call: undefined }
  prepared.set(projectId, made)
  return made
}

function change(projectId: string, changes: Partial<ClientState>): void {
  useStates.setState({ [projectId]: { ...stateOf(projectId), ...changes } })
}

/** Changes parts of the draft, and stores it. */
export function editDraft(projectId: string, changes: Partial<GrpcDraft>): void {
  const draft = { ...stateOf(projectId).draft, ...changes }
  change(projectId, { draft })
  useGrpcClient.getState().drafted(projectId, draft)
}

const methodKey = ({ service, method }: Pick<GrpcDraft, 'service' | 'method'>): string => `${service}/${method}`

/** Returns the method that the draft names, if the server has it. */
export const methodOf = ({ schema, draft }: ClientState): RpcMethod | undefined => methodIn(schema, draft)

/** Returns the text of the message of the chosen method. */
export const messageText = ({ draft }: ClientState): string =>
  Object.hasOwn(draft.messages, methodKey(draft)) ? (draft.messages[methodKey(draft)] ?? '') : '{}'

export function editMessage(projectId: string, text: string): void {
  const { draft } = stateOf(projectId)
  const key = methodKey(draft)
  editDraft(projectId, { messages: withMessage(draft.messages, key, text) })
}

/** Returns the messages with this one at the end: the store drops those at the beginning first. */
const withMessage = (messages: GrpcDraft['messages'], key: string, text: string): GrpcDraft['messages'] => {
  const { [key]: _, ...others } = messages
  return { ...others, [key]: text }
}

/** Chooses a method, and presets its message from its type. */
export function chooseMethod(projectId: string, service: string, method: string, table?: string): void {
  const state = stateOf(projectId)
  const { schema, draft } = state
  const found = methodIn(schema, { service, method })
  const key = methodKey({ service, method })
  const preset =
    schema === undefined || found === undefined || Object.hasOwn(draft.messages, key)
      ? {}
      : {
          messages: withMessage(
            draft.messages,
            key,
            presetMessage(schema, found.input, table === undefined ? {} : { table }),
          ),
        }
  editDraft(projectId, { service, method, ...preset })
  if (state.call?.isRunning !== true) change(projectId, { call: undefined })
}

/** Replaces the message with a new one of the method's type. */
export function resetMessage(projectId: string): void {
  const state = stateOf(projectId)
  const method = methodOf(state)
  if (state.schema !== undefined && method !== undefined)
    editMessage(projectId, presetMessage(state.schema, method.input))
}

/** Loads the services, from the server or from the files. Cancels an earlier load, whose response may come later. */
export async function loadSchema(projectId: string, table?: string): Promise<void> {
  const { draft } = stateOf(projectId)
  if (draft.address.trim() === '') return
  loads.get(projectId)?.abort()
  const load = new AbortController()
  loads.set(projectId, load)
  change(projectId, { isLoading: true, schemaFailure: undefined })
  const { address, security, certificates, metadata, files } = draft
  try {
    const schema = await client.call(
      'grpcDescribe',
      { address, security, certificates, metadata, files },
      { projectId, signal: load.signal, silent: true },
    )
    if (load.signal.aborted) return
    change(projectId, { schema, isLoading: false })
    const [first] = schema.services
    if (methodOf(stateOf(projectId)) === undefined && first?.methods[0] !== undefined)
      chooseMethod(projectId, first.name, first.methods[0].name, table)
  } catch (error) {
    if (!load.signal.aborted)
      change(projectId, { schema: undefined, schemaFailure: sentenceOf(error), isLoading: false })
  }
}

/** Opens a call of the history. */
export function openEntry(projectId: string, entry: GrpcHistoryEntry): void {
  const { address, security, certificates, metadata, service, method, timeoutMs, message } = entry
  const { draft } = stateOf(projectId)
  const isElsewhere = address !== draft.address || security !== draft.security
  editDraft(projectId, {
    address,
    security,
    // The history doesn't hold keys.
    certificates: { ...certificates, key: certificates.key === '' ? draft.certificates.key : certificates.key },
    metadata,
    service,
    method,
    timeoutMs,
    messages: withMessage(draft.messages, methodKey(entry), message),
  })
  if (isElsewhere) void loadSchema(projectId)
}

/** Changes the shown call, if it is still the one. */
function changeCall(
  projectId: string,
  reader: AbortController,
  changes: (call: ShownCall) => Partial<ShownCall>,
): void {
  const { call } = stateOf(projectId)
  if (readers.get(projectId) === reader && call !== undefined)
    change(projectId, { call: { ...call, ...changes(call) } })
}

/** Starts the call of the tab, and follows it. */
export async function startCall(projectId: string): Promise<void> {
  const state = stateOf(projectId)
  const method = methodOf(state)
  if (method === undefined) return
  readers.get(projectId)?.abort()
  const reader = new AbortController()
  readers.set(projectId, reader)
  const { draft } = state
  const message = messageText(state)
  change(projectId, {
    call: {
      id: undefined,
      method,
      isRunning: true,
      isOpen: method.isClientStream,
      lines: [],
      sent: 0,
      received: 0,
      receivedBytes: 0,
      metadata: [],
      end: undefined,
      failure: undefined,
    },
  })
  sentTexts.set(projectId, [message])
  const { address, security, certificates, metadata, files, service, timeoutMs } = draft
  try {
    const { call: id } = await client.call(
      'grpcCallStart',
      { address, security, certificates, metadata, files, service, method: method.name, message, timeoutMs },
      { projectId, signal: reader.signal, silent: true },
    )
    changeCall(projectId, reader, () => ({ id }))
    await followRpcCall(projectId, id, reader.signal, (event) =>
      changeCall(projectId, reader, (call) => withEvent(projectId, call, event)),
    )
  } catch (error) {
    if (!reader.signal.aborted && !isApiError(error, 'CANCELLED'))
      changeCall(projectId, reader, () => ({ failure: sentenceOf(error) }))
  }
  changeCall(projectId, reader, () => ({ isRunning: false, isOpen: false }))
  if (readers.get(projectId) !== reader) return
  const { call } = stateOf(projectId)
  callMade(projectId, draft, {
    message,
    response: call?.lines.findLast(({ direction }) => direction === 'received')?.text ?? null,
    status: call?.end?.name ?? null,
    timeTaken: call?.end?.atMs ?? null,
  })
}

/** Texts of messages that the server hasn't confirmed yet. */
const sentTexts = new Map<string, string[]>()

function withEvent(projectId: string, call: ShownCall, event: RpcEvent): Partial<ShownCall> {
  if (event.kind === 'metadata') return { metadata: event.metadata }
  if (event.kind === 'end') return { end: event, isRunning: false, isOpen: false }
  const { atMs, size } = event
  const line: LogLine = {
    id: call.sent + call.received,
    at: new Date().toISOString(),
    atMs,
    size,
    ...(event.kind === 'sent'
      ? { direction: 'sent', text: sentTexts.get(projectId)?.shift() ?? '', isCut: false, isRaw: false }
      : { direction: 'received', text: event.text, isCut: event.isCut, isRaw: event.isRaw }),
  }
  return {
    lines: [line, ...call.lines].slice(0, linesMax),
    sent: call.sent + (event.kind === 'sent' ? 1 : 0),
    received: call.received + (event.kind === 'received' ? 1 : 0),
    receivedBytes: call.receivedBytes + (event.kind === 'received' ? size : 0),
  }
}

/** Sends the message of the tab in the running call. @throws ApiError */
export async function sendMessage(projectId: string): Promise<void> {
  const state = stateOf(projectId)
  if (state.call?.id === undefined) return
  const message = messageText(state)
  const waiting = sentTexts.get(projectId)
  waiting?.push(message)
  try {
    await client.call('grpcMessageSend', { call: state.call.id, message }, { projectId, silent: true })
  } catch (error) {
    if (waiting?.at(-1) === message) waiting.pop()
    throw error
  }
}

/** Ends the client's side, or cancels the call. */
export async function endCall(projectId: string, how: 'finish' | 'cancel'): Promise<void> {
  const { call } = stateOf(projectId)
  const reader = readers.get(projectId)
  if (call?.id === undefined) {
    // It hasn't started yet.
    reader?.abort()
    return
  }
  if (how === 'finish') change(projectId, { call: { ...call, isOpen: false } })
  try {
    await client.call('grpcCallEnd', { call: call.id, how }, { projectId, silent: true })
  } catch {
    // The call has ended meanwhile, or the server is gone: then this ends the reader.
    if (how === 'cancel') reader?.abort()
  }
}
