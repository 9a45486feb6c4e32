import type { FastifyInstance } from 'fastify'

/** Returns the methods of an address, for 405. Used only if no route matched. */
export interface KnownRoutes {
  readonly methodsAt: (path: string) => readonly string[]
}

/** Must be called before the routes are added. */
export function knownRoutes(app: FastifyInstance): KnownRoutes {
  const routes: { readonly pattern: RegExp; readonly methods: readonly string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    // Skips wildcards: files and tables report missing ones themselves.
    if (!url.includes('*')) routes.push({ pattern: patternOf(url), methods: [method].flat() })
  })
  return {
    methodsAt: (path) => {
      const plain = path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
      const methods = routes.filter(({ pattern }) => pattern.test(plain)).flatMap((route) => route.methods)
      return Array.from(new Set(methods))
    },
  }
}

function patternOf(url: string): RegExp {
  const parts = url.replace(/(?<=.)\/$/, '').split('/')
  const pattern = parts.map((part) => (part.startsWith(':') ? '[^/]+' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  return new RegExp(`^${pattern.join('/')}$`, 'i')
}
