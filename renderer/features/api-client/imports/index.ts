import { curlRequest } from './curl'
import { openApiRequests } from './openapi'
import { postmanRequests } from './postman'
import type { ImportedRequests } from './types'

export type { ImportedRequest, ImportedRequests } from './types'

/** Parses YAML; undefined while its code isn't there. */
export type ParseYaml = (text: string) => unknown

/** Loads the code that parses YAML: few imports need it. */
export async function loadYaml(): Promise<ParseYaml> {
  const { CORE_SCHEMA, load } = await import('js-yaml')
  return (text) => {
    const document = load(text, { schema: CORE_SCHEMA })
    return expandedValues(document, new Map()) > valuesMax ? undefined : document
  }
}

const valuesMax = 1_000_000

/** Counts values, those behind aliases each time. A few lines of YAML can stand for billions, or contain themselves. */
function expandedValues(value: unknown, known: Map<object, number>): number {
  if (typeof value !== 'object' || value === null) return 1
  const before = known.get(value)
  if (before !== undefined) return before
  known.set(value, Infinity)
  const count = Object.values(value).reduce((sum: number, each) => sum + expandedValues(each, known), 1)
  known.set(value, count)
  return count
}

/** Reads a curl command, a Postman collection, or an OpenAPI document in JSON or YAML; undefined for other texts. */
export function parseImport(text: string, parseYaml?: ParseYaml): ImportedRequests | undefined {
  if (/^\s*(?:\$\s*)?curl\s/.test(text)) {
    const request = curlRequest(text)
    return request && { kind: 'curl', requests: [request], variables: [] }
  }
  const document = documentOf(text, parseYaml)
  const postman = postmanRequests(document)
  if (postman !== undefined) return { kind: 'postman', ...postman }
  const openApi = openApiRequests(document)
  return openApi && { kind: 'openApi', requests: openApi, variables: [] }
}

function documentOf(text: string, parseYaml: ParseYaml | undefined): unknown {
  try {
    return JSON.parse(text)
  } catch {
    try {
      return parseYaml?.(text)
    } catch {
      return undefined
    }
  }
}
