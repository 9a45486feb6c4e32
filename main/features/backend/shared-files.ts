const folder = '../../../resources/generated-backend/'

const texts = import.meta.glob<string>('../../../resources/generated-backend/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Files that are the same in every generated backend, by their paths. */
export const sharedFiles: ReadonlyMap<string, string> = new Map(
  Object.entries(texts).map(([path, text]) => [path.slice(folder.length), text]),
)
