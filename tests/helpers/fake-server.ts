export interface Answer {
  readonly status?: number
  readonly body?: unknown
}

/** Returns the operation and the project that an address names; empty for another address. */
export function operationIn(path: string): { readonly name: string; readonly project: string } {
  const [, name = '', project = ''] = /\/api\/v1\/operations\/(\w+)(?:\?project=(.*))?$/.exec(path) ?? []
  return { name, project }
}

/** Returns a server defined by a function of method, path and token; records its requests. */
export function fakeServer(
  answer: (request: { method: string; path: string; token: string | null; body: unknown }) => Answer | Promise<Answer>,
) {
  const asked: { method: string; path: string; token: string | null; body: unknown; headers: Headers }[] = []
  const send = (async (input: RequestInfo | URL, init: RequestInit = {}) => {
    init.signal?.throwIfAborted()
    const headers = new Headers(init.headers)
    const request = {
      method: init.method ?? 'GET',
      path: (input instanceof Request ? input.url : `${input}`).replace(/^https?:\/\/[^/]+/, ''),
      token: headers.get('xc-auth'),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      headers,
    }
    asked.push(request)
    const { status = 200, body } = await answer(request)
    return new Response(body === undefined ? null : JSON.stringify(body), { status })
  }) as typeof fetch
  return { send, asked }
}
