/** A database server of a cluster. */
export interface HostPort {
  readonly host: string
  readonly port: number
}

/**
 * Parses the hosts of a cluster: `db1,db2:5433,[::1]:5434`.
 *
 * @param port  of hosts without one
 */
export function hostList(text: string, port: number): HostPort[] {
  return text.split(',').map((part) => {
    const [, host = part.trim(), own] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(part.trim()) ?? []
    return { host, port: own === undefined ? port : Number(own) }
  })
}
