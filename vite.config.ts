import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { aliases } from './vite.aliases.ts'
import { precompress } from './vite.precompress.ts'

/** The renderer: an ordinary web page under /dashboard/, served by our own server. */
export default defineConfig({
  root: 'renderer',
  base: '/dashboard/',
  publicDir: false,
  resolve: { alias: aliases },
  plugins: [react(), precompress()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome140',
    sourcemap: false,
    // One style sheet for all pages: it is small, and a page is styled before it is drawn.
    cssCodeSplit: false,
    // In kB, before it is compressed.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What two pages need is one file, and what one of them needs another: a page is a few requests, not fifty.
          // Not what only kinds of views share that are opened later, nor what the pages of forms and of signing in do.
          groups: [
            {
              name: 'shared',
              minShareCount: 2,
              test: /^(?!.*(?:\/features\/(?:cards|form|auth)\/|\/views\/form|\/node_modules\/marked\/|MarkdownText))/,
            },
          ],
        },
      },
      treeshake: {
        // Our modules and zod do nothing by being imported alone: a page then loads only what it uses of
        // `@renderer/ui` and the like. Style sheets and the entry do.
        moduleSideEffects: [
          { test: /\.css$|renderer\/main\.tsx$|index\.html/, sideEffects: true },
          { test: /\/(renderer|common)\//, sideEffects: false },
        ],
      },
    },
  },
})
