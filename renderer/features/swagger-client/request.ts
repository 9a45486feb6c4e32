import { emptyEntry, type ApiRequest, type RequestEntry } from '@common/api-client/request'
import { builtInVariables } from '@common/api-client/variables'
import {
  propertiesOf,
  sampleOf,
  type ApiDocument,
  type ApiGroup,
  type ApiOperation,
  type ApiParameter,
} from '@common/openapi'
import type { CompletionSource } from '@renderer/features/api-client'
import type { SwaggerDraft } from '@renderer/stores'

/** Returns the first text of the body: an example in JSON. */
export function exampleBody({ source }: ApiDocument, { body }: ApiOperation): ApiRequest['body'] {
  return body === undefined ? { kind: 'none' } : { kind: 'json', text: JSON.stringify(sampleOf(source, body), null, 2) }
}

/**
 * Returns the values of an operation: those that users gave, for the parameters that the document has now.
 *
 * @param given  earlier values; undefined for the first ones
 */
export function draftOf(
  document: ApiDocument,
  operation: ApiOperation,
  given: SwaggerDraft | undefined,
  auth: ApiRequest['auth'],
): SwaggerDraft {
  const { parameters, method, path, key } = operation
  const entriesIn = (place: ApiParameter['place'], earlier: readonly RequestEntry[] = []): RequestEntry[] =>
    parameters
      .filter((parameter) => parameter.place === place)
      .map(
        ({ name, isRequired, example }) =>
          earlier.find((entry) => entry.name === name) ?? {
            ...emptyEntry(),
            name,
            value: example,
            enabled: isRequired,
          },
      )
  return {
    operation: key,
    request: {
      method,
      url: path,
      params: entriesIn('query', given?.request.params),
      headers: entriesIn('header', given?.request.headers),
      auth,
      body: given?.request.body ?? exampleBody(document, operation),
      assertions: [],
    },
    inPath: Object.fromEntries(
      parameters.filter(({ place }) => place === 'path').map(({ name }) => [name, given?.inPath[name] ?? '']),
    ),
  }
}

/** Returns the names of required parameters without a value. */
export function missingNames({ parameters }: ApiOperation, { request, inPath }: SwaggerDraft): string[] {
  const isGiven = ({ name, place }: ApiParameter): boolean =>
    place === 'path'
      ? inPath[name] !== ''
      : (place === 'query' ? request.params : request.headers).some(
          (entry) => entry.name === name && entry.enabled && entry.value !== '',
        )
  return parameters.filter((parameter) => parameter.isRequired && !isGiven(parameter)).map(({ name }) => name)
}

/** Returns the request to send: with the values in its path, and `{{baseUrl}}` for the address of the project. */
export function requestOf(projectId: string, { request, inPath }: SwaggerDraft): ApiRequest {
  const base = new Map(builtInVariables(projectId)).get('baseUrl') ?? ''
  const path = request.url.startsWith(`${base}/`) ? `{{baseUrl}}${request.url.slice(base.length)}` : request.url
  return {
    ...request,
    url: path.replaceAll(/(?<!\{)\{([^{}]+)\}(?!\})/g, (whole, name: string) =>
      Object.hasOwn(inPath, name) ? inUrl(inPath[name] ?? '') : whole,
    ),
  }
}

/** Encodes a value for the path of an address, except for its variables. */
const inUrl = (value: string): string =>
  value
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, at) => (at % 2 === 1 ? part : encodeURIComponent(part.toWellFormed())))
    .join('')

/** Returns the names that a parameter completes: allowed values, columns of the table, or tables. */
export function completionsOf(
  { source, groups }: ApiDocument,
  group: ApiGroup | undefined,
  { name, choices }: ApiParameter,
): Pick<CompletionSource, 'isList' | 'words'> {
  if (choices.length > 0) return { words: choices }
  const [first] = group?.operations ?? []
  const columns = propertiesOf(source, first?.answers[0]?.schema).map((property) => property.name)
  switch (name) {
    case 'sort':
      return { isList: true, words: columns.flatMap((column) => [column, `-${column}`]) }
    case 'fields':
    case 'column_name':
      return { isList: name === 'fields', words: columns }
    case 'where':
      return { words: columns.map((column) => `(${column},eq,`) }
    case 'hm':
    case 'bt':
    case 'mm':
      return { isList: true, words: groups.map(({ description }) => description).filter(Boolean) }
    default:
      return {}
  }
}
