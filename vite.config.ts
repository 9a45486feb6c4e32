import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { aliases } from './vite.aliases.ts'

/** The renderer: an ordinary web page under /dashboard/, served by our own server. */
export default defineConfig({
  root: 'renderer',
  base: '/dashboard/',
  publicDir: '../resources/public',
  resolve: { alias: aliases },
  plugins: [react()],
  build: { outDir: '../dist/renderer', emptyOutDir: true, target: 'chrome140', sourcemap: false },
})
