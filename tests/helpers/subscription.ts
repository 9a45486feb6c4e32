/** An open subscription of GraphQL. */
export interface Subscription {
  /** Returns the next response, and waits for it. */
  readonly next: () => Promise<unknown>
  readonly close: () => void
}

/** Subscribes to changes of a project. Resolves once the subscription is active. */
export async function openSubscription(
  origin: string,
  projectId: string,
  token: string,
  query: string,
): Promise<Subscription> {
  const leaving = new AbortController()
  const answer = await fetch(`${origin}/nc/${projectId}/v1/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'xc-auth': token },
    body: JSON.stringify({ query }),
    signal: leaving.signal,
  })
  if (answer.headers.get('content-type')?.includes('text/event-stream') !== true)
    throw new Error(`The subscription answered ${answer.status}: ${await answer.text()}`)
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const event = async (): Promise<string> => {
    for (;;) {
      const end = text.indexOf('\n\n')
      if (end !== -1) {
        const found = text.slice(0, end)
        text = text.slice(end + 2)
        return found
      }
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error('The stream has ended')
      text += value
    }
  }
  // The first line arrives once the subscription is active.
  await event()
  return {
    next: async () => JSON.parse((await event()).replace('event: next\ndata: ', '')),
    close: () => leaving.abort(),
  }
}
