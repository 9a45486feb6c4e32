import { AppError } from '@common/errors'

export const outboundHostsName = 'nc_outbound_hosts'

/** A name, an IPv4 address or an IPv6 address in brackets, and perhaps a port. */
const host = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(?::\d{1,5})?$/

/** Returns hosts as the guard of outbound requests compares them. @throws AppError OUTBOUND_HOST_INVALID */
export function checkedHosts(given: readonly string[]): readonly string[] {
  const checked = given.map((text) => {
    const name = text.trim().toLowerCase()
    if (!host.test(name)) throw new AppError('OUTBOUND_HOST_INVALID', { host: text.trim() })
    return name
  })
  return [...new Set(checked)]
}

/** Parses the stored text. */
export function storedHosts(text: string | undefined): readonly string[] {
  const list: unknown = text === undefined ? [] : JSON.parse(text)
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []
}
