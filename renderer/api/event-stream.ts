/** An event that a server sends. Without data it is a comment, which keeps the connection open. */
export interface ServerEvent {
  readonly name: string
  readonly data: string | undefined
}

/** Reads the events of a stream, each with one line of data at most. */
export async function* eventsOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ServerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (text + part.value).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events)
      yield { name: /^event: (.*)$/m.exec(event)?.[1] ?? 'message', data: /^data: (.*)$/m.exec(event)?.[1] }
  }
}
