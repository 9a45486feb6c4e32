import type { Outbound } from '@main/features/outbound'
import type { ProviderFetch } from './provider'

/** A fetch that follows the rules for addresses that people enter: public ones, and hosts that a super admin allows. */
export function guardedFetch(outbound: Outbound): ProviderFetch {
  return async (url, { method = 'GET', headers, body, signal }) => {
    const sent = new Headers(headers)
    const content = body === null || body === undefined ? undefined : await new Response(body).text()
    const answer = await outbound.send({
      method,
      url,
      headers: [...sent.entries()],
      redirectsMax: 0,
      ...(content !== undefined && { body: content }),
      ...(signal && { signal }),
    })
    const { status } = answer
    const hasBody = status !== 204 && status !== 304
    return new Response(hasBody ? new Uint8Array(answer.body) : null, {
      status,
      headers: answer.headers.map(([name, value]): [string, string] => [name, value]),
    })
  }
}
