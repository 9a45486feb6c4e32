import type { BridgeInput } from '@common/bridge'
import { spokenLanguage } from '@main/lib/texts'
import type { CallFacts, Invoker } from '@main/operations/invoke'

/** A call from the window: it has no address and never aborts. */
const fromWindow = (call: Pick<CallFacts, 'token' | 'projectId' | 'preview'>, requestId: string): CallFacts => ({
  ...call,
  // With that auth type, a window has the master key in place of a session token.
  masterKey: call.token,
  ip: null,
  fromDashboard: true,
  language: spokenLanguage(),
  requestId,
  signal: () => new AbortController().signal,
})

/** Runs an operation for the window, through the same pipeline and with the same token as over HTTP. */
export async function invokeFromWindow(
  invoker: Invoker,
  { name, token, projectId, preview, args }: BridgeInput<'invokeOperation'>,
  requestId: string,
): Promise<unknown> {
  const call = { token: token ?? undefined, projectId: projectId ?? undefined, preview: preview ?? undefined }
  const context = await invoker.context(fromWindow(call, requestId))
  return invoker.invoke(name, args, context, 'operations')
}

/** True if a session token belongs to the super admin now. */
export async function isSuperAdmin(invoker: Invoker, token: string): Promise<boolean> {
  const { principal } = await invoker.context(fromWindow({ token, projectId: undefined }, 'terminal'))
  return principal.kind === 'person' && principal.isSuperAdmin
}
