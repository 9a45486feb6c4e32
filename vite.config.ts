import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { readFileSync } from 'node:fs'
import { aliases } from './scripts/build/aliases.ts'
import { bareOperations } from './scripts/build/bare-operations.ts'
import { catalogues, textsFile } from './scripts/build/catalogues.ts'
import { firstScreens } from './scripts/build/first-screens.ts'
import { leanPackages } from './scripts/build/lean-packages.ts'
import { nodeUrl } from './scripts/build/node-url.ts'
import { precompress } from './scripts/build/precompress.ts'
import { renderBlocking } from './scripts/build/render-blocking.ts'
import { scaledText } from './scripts/build/scaled-text.ts'
import { recordPackages } from './scripts/build/record-packages.ts'

const { isEarly, isNear } = firstScreens()

/** Returns short names for the classes of style sheets: `c1f`. The long ones were a tenth of the styles. */
function shortClassNames(): (name: string, file: string) => string {
  const names = new Map<string, string>()
  return (name, file) => {
    const key = `${file} ${name}`
    const short = names.get(key) ?? `c${names.size.toString(36)}`
    names.set(key, short)
    return short
  }
}

const { repository } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly repository?: string }

/** The renderer: an ordinary web page under /dashboard/, served by our own server. */
export default defineConfig(({ command }) => ({
  root: 'renderer',
  base: '/dashboard/',
  publicDir: false,
  // Address of the public repository, for links to it. Without one in package.json, there are no such links.
  define: { repositoryAddress: repository === undefined ? 'undefined' : JSON.stringify(repository) },
  resolve: { alias: aliases },
  ...(command === 'build' && { css: { modules: { generateScopedName: shortClassNames() } } }),
  plugins: [
    react(),
    catalogues(),
    scaledText(),
    renderBlocking(),
    bareOperations(),
    leanPackages(),
    nodeUrl(),
    precompress(),
    recordPackages('renderer'),
  ],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome140',
    sourcemap: false,
    // In kB, before it is compressed.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What two of the first screens share is one file, and what is opened later has its own: a page is a few requests,
          // not fifty.
          groups: [
            // Two files of texts for each language.
            { name: (id) => textsFile(id) ?? null, debugName: 'texts', priority: 1 },
            // One style sheet for the first page and the grid: a page is styled before it is drawn. What is opened
            // later brings its own.
            { name: (id, graph) => (id.endsWith('.css') && isEarly(id, graph) ? 'style' : null), debugName: 'style' },
            { name: (id, graph) => (isEarly(id, graph) ? 'shared' : null), debugName: 'shared', minShareCount: 2 },
            { name: (id, graph) => (isNear(id, graph) ? 'near' : null), debugName: 'near', minShareCount: 2 },
          ],
        },
      },
      treeshake: {
        // The icon library: a drawing that is only painted on the canvas needs no component. Schemas that nothing uses
        // need not be built.
        manualPureFunctions: ['createReactComponent', 'z'],
        // Our modules and zod do nothing by being imported alone: a page then loads only what it uses of
        // `@renderer/ui` and the like. Style sheets and the entry do.
        moduleSideEffects: [
          { test: /\.css$|renderer\/main\.tsx$|index\.html/, sideEffects: true },
          { test: /\/(renderer|common)\//, sideEffects: false },
        ],
      },
    },
  },
}))
