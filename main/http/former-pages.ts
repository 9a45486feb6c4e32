import type { FastifyInstance } from 'fastify'
import { dashboardPath } from './paths'

/** Sends browsers from the pages of the original (wire §2.1) to those of the dashboard. */
export function addFormerPages(app: FastifyInstance): void {
  const page = (route: string): string => `${dashboardPath}/#${route}`
  app.get('/signin', (_request, reply) => reply.redirect(page('/user/authentication/signin'), 302))
  app.get('/password/reset/:token', ({ params }, reply) =>
    reply.redirect(page(`/user/password/reset?token=${tokenIn(params)}`), 302),
  )
  app.get('/email/verify/:token', ({ params }, reply) =>
    reply.redirect(page(`/user/email?token=${tokenIn(params)}`), 302),
  )
}

const tokenIn = (params: unknown): string =>
  encodeURIComponent((params as { readonly token: string }).token.toWellFormed())
