import type { StorageService } from './service'

/** A folder of the server's computer or of a network drive. */
export const folder: StorageService = {
  id: 'folder',
  title: 'Folder',
  category: 'storage',
  fields: [
    {
      key: 'path',
      kind: 'text',
      placeholder: '/mnt/files',
      // Absolute: a relative one would depend on how the server was started.
      pattern: /^(?:\/|[A-Za-z]:[\\/]|\\\\)(?!.*(?:^|[\\/])\.\.(?:[\\/]|$))[^\0]*$/,
      isPlace: true,
    },
  ],
}
