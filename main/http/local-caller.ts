import type { CallContext } from '@main/operations/context'
import type { FastifyRequest } from 'fastify'

const loopback = /^(?:127\.|::1$|::ffff:127\.)/

/** Asked from this machine itself, by a program that has no token: tools that read what there is know of none. */
export function asksWithoutToken({ caller }: CallContext, { ip, headers }: FastifyRequest): boolean {
  return (
    caller.kind === 'anonymous' &&
    caller.tokenRefused === undefined &&
    loopback.test(ip) &&
    headers['x-forwarded-for'] === undefined &&
    headers.forwarded === undefined
  )
}
