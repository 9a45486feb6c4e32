/** Size of the chunks for the browser, which may store them on disk. */
const pieceBytes = 8 * 1024 * 1024

/** Returns the body of a response. Memory holds one piece of it, and the browser stores the rest. @param received  total bytes so far */
export async function bodyOf(response: Response, received?: (bytes: number) => void): Promise<Blob> {
  const type = response.headers.get('content-type') ?? ''
  const reader = response.body?.getReader()
  if (reader === undefined) return response.blob()
  const pieces: Blob[] = []
  let chunks: Uint8Array<ArrayBuffer>[] = []
  let held = 0
  let total = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Blob([...pieces, ...chunks], { type })
    chunks.push(value)
    held += value.length
    total += value.length
    received?.(total)
    if (held < pieceBytes) continue
    pieces.push(new Blob(chunks))
    chunks = []
    held = 0
  }
}
