import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const ownUrl = fileURLToPath(new URL('../../renderer/features/api-client/node-url.ts', import.meta.url))

/** Gives the page the functions of Node's `url` that the package for code of requests imports. */
export function nodeUrl(): Plugin {
  return {
    name: 'basalt-node-url',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^url$/ },
      handler: (_, importer) => (importer?.includes('httpsnippet') === true ? ownUrl : null),
    },
  }
}
