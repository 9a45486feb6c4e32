import { parseTemplate, templateFacts, type StoredTemplate, type TemplateFacts } from '@common/templates'

/** Templates that come with Basalt: files of `resources/templates`, each a chunk that loads when it is read. */
const files = import.meta.glob<string>('../../../resources/templates/*.json', { query: '?raw', import: 'default' })

const loaders = new Map(
  Object.entries(files).map(([path, load]) => [path.replace(/^.*\/|\.json$/g, ''), load] as const),
)

export const isBuiltIn = (id: string): boolean => loaders.has(id)

export const builtInIds = (): readonly string[] => [...loaders.keys()]

/** Returns a built-in template; undefined for other ids. */
export async function builtInTemplate(id: string): Promise<StoredTemplate | undefined> {
  const load = loaders.get(id)
  if (load === undefined) return undefined
  const template = parseTemplate(await load())
  if (template === undefined) throw new Error(`The built-in template ${id} is invalid`)
  return template
}

let listed: Promise<ReadonlyMap<string, TemplateFacts>> | undefined

/** Returns facts about all built-in templates, by id. Reads the files once. */
export function builtInFacts(): Promise<ReadonlyMap<string, TemplateFacts>> {
  listed ??= readFacts()
  return listed
}

async function readFacts(): Promise<ReadonlyMap<string, TemplateFacts>> {
  const facts = new Map<string, TemplateFacts>()
  for (const id of loaders.keys()) {
    const template = await builtInTemplate(id)
    if (template !== undefined) facts.set(id, templateFacts(template))
  }
  return facts
}
