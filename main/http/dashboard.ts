import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { message } from '@common/messages'
import { english } from '@main/lib/messages'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { dashboardPath } from './paths'

export interface DashboardOptions {
  /** Folder of the built interface: `index.html` and `assets/`. */
  readonly folder: string
  /** Origins beside our own that the interface may speak to: the terminal socket. */
  readonly connectTo: () => readonly string[]
}

/** Hashed names never change their content; everything else is asked for again. */
const hashedName = /[\\/]assets[\\/][^\\/]+-[\w-]{8,}\.\w+(?:\.br|\.gz)?$/
const immutable = 'public, max-age=31536000, immutable'
const askAgain = 'no-cache'

/** The interface: an ordinary web page under `/dashboard/`. */
export async function addDashboard(app: FastifyInstance, options: DashboardOptions): Promise<void> {
  const page = async (reply: FastifyReply): Promise<FastifyReply> => {
    reply.headers(pageHeaders(options.connectTo()))
    let html: Buffer
    try {
      html = await readFile(join(options.folder, 'index.html'))
    } catch {
      return reply.code(503).send(notBuiltPage())
    }
    return reply.send(html)
  }

  app.get('/', (_request, reply) => reply.redirect(`${dashboardPath}/`, 302))
  // Browsers ask for it on every page without an icon, such as a JSON response. The interface holds its own icon.
  app.get('/favicon.ico', (_request, reply) => reply.code(204).header('cache-control', 'public, max-age=86400').send())
  app.get(dashboardPath, (_request, reply) => page(reply))
  app.get(`${dashboardPath}/index.html`, (_request, reply) => page(reply))
  await app.register(fastifyStatic, {
    root: options.folder,
    prefix: `${dashboardPath}/`,
    index: false,
    cacheControl: false,
    dotfiles: 'deny',
    // Built beside each text (scripts/build/precompress.ts).
    preCompressed: true,
    decorateReply: false,
    // The interface may be built after the server has started; until then there is an honest page.
    suppressWarning: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', hashedName.test(path) ? immutable : askAgain)
    },
  })
}

function pageHeaders(connectTo: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // The interface kit and the grid set styles from script.
    "style-src 'self' 'unsafe-inline'",
    // Covers of cards whose column holds addresses of pictures (docs/gallery.md): the one thing asked for elsewhere.
    "img-src 'self' data: blob: https: http:",
    "font-src 'self' data:",
    // Films, sounds and documents of cells; what is served there acts on nothing.
    "media-src 'self'",
    "frame-src 'self'",
    "worker-src 'self' blob:",
    ["connect-src 'self'", ...connectTo].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': askAgain,
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  }
}

function notBuiltPage(): string {
  const text = english(message('server.notBuilt'))
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Basalt</title><p>${text}</p></html>`
}
