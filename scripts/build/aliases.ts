import { fileURLToPath } from 'node:url'

const folder = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** The import aliases of tsconfig.base.json, for vite and vitest. */
export const aliases = {
  '@common': folder('../../common'),
  '@main': folder('../../main'),
  '@preload': folder('../../preload'),
  '@renderer': folder('../../renderer'),
  '@locales': folder('../../locales'),
  '@tests': folder('../../tests'),
}
