import type { BridgeInput } from '@common/bridge'
import type { Invoker } from '@main/operations/invoke'

/** What a call from the window says of itself: it comes from this machine, and nobody leaves in the middle of it. */
const fromWindow = (token: string | undefined, projectId: string | undefined, requestId: string) => ({
  token,
  projectId,
  ip: null,
  requestId,
  signal: () => new AbortController().signal,
})

/** Runs an operation for the window, through the same pipeline and with the same token as over HTTP. */
export async function invokeFromWindow(
  invoker: Invoker,
  { name, token, projectId, args }: BridgeInput<'invokeOperation'>,
  requestId: string,
): Promise<unknown> {
  const context = await invoker.context(fromWindow(token ?? undefined, projectId ?? undefined, requestId))
  return invoker.invoke(name, args, context, 'dashboard')
}

/** Whether a session token belongs to the super admin, asked of the rights as they are now. */
export async function isSuperAdmin(invoker: Invoker, token: string): Promise<boolean> {
  const { caller } = await invoker.context(fromWindow(token, undefined, 'terminal'))
  return caller.kind === 'user' && caller.isSuperAdmin
}
