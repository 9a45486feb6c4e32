import { connect, createServer, type Socket } from 'node:net'

/** A proxy to a server that can fall silent without notice, like a network with an unplugged cable. */
export interface Proxy {
  readonly port: number
  /** Blocks all traffic in both directions, on every connection. */
  readonly freeze: () => void
  /** New connections pass again. Frozen ones stay blocked: a network forgets them. */
  readonly thaw: () => void
  /** Breaks each open connection at its next request, as networks do that forget idle ones. */
  readonly forget: () => void
  readonly close: () => Promise<void>
}

export async function createProxy(target: { readonly host: string; readonly port: number }): Promise<Proxy> {
  let isFrozen = false
  const pairs = new Set<{ readonly near: Socket; readonly far: Socket; frozen: boolean; forgotten: boolean }>()
  const server = createServer((near) => {
    const far = connect(target)
    const pair = { near, far, frozen: isFrozen, forgotten: false }
    pairs.add(pair)
    const pass = (from: Socket, to: Socket): void => {
      from.on('data', (chunk: Buffer) => {
        if (pair.forgotten) near.resetAndDestroy()
        else if (!pair.frozen) to.write(chunk)
      })
      from.on('error', () => undefined)
      from.on('close', () => {
        if (!pair.frozen) to.destroy()
      })
    }
    pass(near, far)
    pass(far, near)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    freeze: () => {
      isFrozen = true
      for (const pair of pairs) pair.frozen = true
    },
    thaw: () => {
      isFrozen = false
    },
    forget: () => {
      for (const pair of pairs) pair.forgotten = true
    },
    close: async () => {
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
