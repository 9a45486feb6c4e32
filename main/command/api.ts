import { words } from './words'

/** Exit codes, as docs/command.md lists them. */
export const exitCodes = { done: 0, failed: 1, usage: 2, unreachable: 3, notAllowed: 4 } as const
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Ends the command with a sentence and an exit code. */
export class CommandError extends Error {
  override readonly name = 'CommandError'

  constructor(
    message: string,
    readonly exitCode: ExitCode,
  ) {
    super(message)
  }
}

/** The API of one project. */
export interface Api {
  readonly url: string
  readonly project: string
  /** Calls an operation. */
  readonly operate: (name: string, input: unknown) => Promise<unknown>
  /** Uploads a file to an operation. */
  readonly upload: (name: string, file: { readonly name: string; readonly content: Blob }) => Promise<unknown>
  /** Sends a request about rows, such as `Tracks/12`. @returns its JSON */
  readonly rows: (path: string, init?: RequestInit) => Promise<unknown>
  /** Like `rows`, with the unread response. */
  readonly stream: (path: string) => Promise<Response>
}

/** @throws CommandError if a variable is missing or wrong */
export function createApi(env: Readonly<Record<string, string | undefined>>): Api {
  const variable = (name: string): string => {
    const value = env[name] ?? ''
    if (value === '') throw new CommandError(words('missing', { name }), exitCodes.usage)
    return value
  }
  const [url, project, token] = [variable('BASALT_URL'), variable('BASALT_PROJECT'), variable('BASALT_TOKEN')]
  if (!URL.canParse(url)) throw new CommandError(words('badUrl', { url }), exitCodes.usage)
  const base = new URL(url).origin

  const send = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { ...(init.headers as Record<string, string> | undefined), 'xc-token': token }
    let response: Response
    try {
      response = await fetch(`${base}${path}`, { ...init, headers })
    } catch {
      throw new CommandError(words('unreachable', { url: base }), exitCodes.unreachable)
    }
    if (response.ok) return response
    const { msg } = (await response.json().catch(() => ({}))) as { readonly msg?: string }
    const isRefused = response.status === 401 || response.status === 403
    throw new CommandError(
      msg ?? words('failed', { status: response.status }),
      isRefused ? exitCodes.notAllowed : exitCodes.failed,
    )
  }
  const json = async (path: string, init?: RequestInit): Promise<unknown> => (await send(path, init)).json()
  const operation = (name: string): string => `/api/v1/operations/${name}?project=${encodeURIComponent(project)}`
  const rowsPath = (path: string): string => `/nc/${encodeURIComponent(project)}/api/v1/${path}`
  return {
    url: base,
    project,
    operate: (name, input) =>
      json(operation(name), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input),
      }),
    upload: (name, file) => {
      const body = new FormData()
      body.append('file', file.content, file.name)
      return json(operation(name), { method: 'POST', body })
    },
    rows: (path, init) => json(rowsPath(path), init),
    stream: (path) => send(rowsPath(path)),
  }
}
