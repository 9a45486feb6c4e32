import type { LiveChange } from '@common/live'

/** An open stream of live updates. */
export interface LiveStream {
  /** Returns the next change that fits, and waits for it. */
  readonly next: (fits: (change: LiveChange) => boolean) => Promise<LiveChange>
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>
  readonly close: () => void
}

/** Opens the stream of a project, as a window does. */
export async function openLiveStream(origin: string, projectId: string, token: string): Promise<LiveStream> {
  const controller = new AbortController()
  const answer = await fetch(`${origin}/nc/${projectId}/v1/live`, {
    headers: { 'xc-auth': token },
    signal: controller.signal,
  })
  if (answer.status !== 200) throw new Error(`The stream answered ${answer.status}`)
  const heard: LiveChange[] = []
  let wake = (): void => undefined
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  await reader?.read()
  const ended = (async () => {
    let text = ''
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      const events = (text + part.value).split('\n\n')
      text = events.pop() ?? ''
      for (const event of events)
        if (event.startsWith('data: ')) heard.push(...(JSON.parse(event.slice(6)) as LiveChange[]))
      wake()
    }
  })().catch(() => undefined)
  return {
    ended,
    close: () => controller.abort(),
    next: async (fits) => {
      for (;;) {
        const at = heard.findIndex(fits)
        const [found] = at < 0 ? [] : heard.splice(at, 1)
        if (found !== undefined) return found
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}
