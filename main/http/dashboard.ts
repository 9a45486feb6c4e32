import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { directionOfLanguage, message, tagOfLanguage } from '@common/messages'
import { languageOfHeader } from '@main/lib/languages'
import { textIn } from '@main/lib/messages'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { dashboardPath } from './paths'

export interface DashboardOptions {
  /** Folder of the built page: `index.html` and `assets/`. */
  readonly folder: string
  /** Further origins that the page may connect to: the terminal socket. */
  readonly connectTo: () => readonly string[]
  /** Returns the origins of pages that may show a link for visitors in a frame. */
  readonly framesOf: (link: string) => Promise<readonly string[]>
  /** Returns the origins of storages, to which links to videos and sounds lead. */
  readonly storageOrigins?: (() => Promise<readonly string[]>) | undefined
  /** The link that a listener on the network serves, instead of all pages. */
  readonly onlyLink?: string
}

/** Files with hashed names never change; others are revalidated. */
const hashedName = /[\\/]assets[\\/][^\\/]+-[\w-]{8,}\.\w+(?:\.br|\.gz)?$/
const immutable = 'public, max-age=31536000, immutable'
const askAgain = 'no-cache'

/** Shows one link and asks the server about nothing else, like `/embed` (renderer/stores/shown-share.ts). */
const pocketPath = `${dashboardPath}/pocket`

/** The interface: an ordinary web page under `/dashboard/`. */
export async function addDashboard(app: FastifyInstance, options: DashboardOptions): Promise<void> {
  const page = async (reply: FastifyReply, frames: readonly string[] = []): Promise<FastifyReply> => {
    // The page opens while the meta store is away, and shows that.
    const mediaFrom = (await options.storageOrigins?.().catch(() => [])) ?? []
    reply.headers(pageHeaders(options.connectTo(), frames, mediaFrom))
    let html: Buffer
    try {
      html = await readFile(join(options.folder, 'index.html'))
    } catch {
      return reply.code(503).send(notBuiltPage(languageOfHeader(reply.request.headers['accept-language'])))
    }
    return reply.send(html)
  }

  const { onlyLink } = options
  const home = onlyLink === undefined ? `${dashboardPath}/` : `${pocketPath}?link=${encodeURIComponent(onlyLink)}`
  app.get('/', (_request, reply) => reply.redirect(home, 302))
  if (onlyLink !== undefined) app.get(pocketPath, (_request, reply) => page(reply))
  // Browsers request it for pages without an icon, such as JSON responses. The page has its own icon.
  app.get('/favicon.ico', (_request, reply) => reply.code(204).header('cache-control', 'public, max-age=86400').send())
  app.get(dashboardPath, (_request, reply) => page(reply))
  app.get(`${dashboardPath}/index.html`, (_request, reply) => page(reply))
  // The same page at an address of its own, where it shows the link and nothing else (renderer/stores/shown-share.ts).
  app.get(`${dashboardPath}/embed`, async (request, reply) => {
    const { link } = request.query as { readonly link?: unknown }
    return page(reply, typeof link === 'string' ? await options.framesOf(link) : [])
  })
  await app.register(fastifyStatic, {
    root: options.folder,
    prefix: `${dashboardPath}/`,
    index: false,
    cacheControl: false,
    dotfiles: 'deny',
    // Built for each text file (scripts/build/precompress.ts).
    preCompressed: true,
    decorateReply: false,
    // The interface may be built after the server has started; until then there is an honest page.
    suppressWarning: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', hashedName.test(path) ? immutable : askAgain)
    },
  })
}

/**
 * @param frames  origins of pages that may show the page in a frame
 * @param mediaFrom  origins of storages, to which links to videos and sounds lead
 */
function pageHeaders(
  connectTo: readonly string[],
  frames: readonly string[],
  mediaFrom: readonly string[],
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // The interface kit and the grid set styles from script.
    "style-src 'self' 'unsafe-inline'",
    // Covers from columns with picture addresses (docs/gallery.md): the only requests to other servers.
    "img-src 'self' data: blob: https: http:",
    "font-src 'self' data:",
    // Videos, sounds and documents of cells, which can't run scripts.
    ["media-src 'self'", ...mediaFrom].join(' '),
    "frame-src 'self'",
    "worker-src 'self' blob:",
    ["connect-src 'self'", ...connectTo].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frames.length === 0 ? "'none'" : frames.join(' ')}`,
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': askAgain,
    'content-security-policy': policy.join('; '),
    // Older browsers know no list of origins.
    ...(frames.length === 0 && { 'x-frame-options': 'DENY' }),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  }
}

function notBuiltPage(language: string): string {
  const text = textIn(language, message('server.notBuilt'))
  const tag = tagOfLanguage(language)
  return `<!doctype html><html lang="${tag}" dir="${directionOfLanguage(language)}"><meta charset="utf-8"><title>Basalt</title><p>${text}</p></html>`
}
