import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { aliases } from './vite.aliases.ts'

/** The renderer: an ordinary web page under /dashboard/, served by our own server. */
export default defineConfig({
  root: 'renderer',
  base: '/dashboard/',
  publicDir: false,
  resolve: { alias: aliases },
  plugins: [react()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome140',
    sourcemap: false,
    rolldownOptions: {
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
