import { isJsonObject, listOf, objectsOf, textOf, type JsonObject } from '../util/json-values'

const schemasPath = '#/components/schemas/'
/** References that are followed one after another. */
const referencesMax = 10
const depthMax = 6

/** Follows references inside a document; returns an empty object if they lead nowhere. */
export function resolved(document: JsonObject, given: JsonObject): JsonObject {
  let found = given
  for (let step = 0; step < referencesMax; step += 1) {
    const reference = textOf(found['$ref'])
    if (!reference.startsWith('#/')) return found
    let value: unknown = document
    for (const part of reference.slice(2).split('/'))
      value = isJsonObject(value) ? value[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
    if (!isJsonObject(value)) return {}
    found = value
  }
  return {}
}

/** Returns a value of a schema, to start from: examples and defaults first, without properties that are read only. */
export function sampleOf(document: JsonObject, given: unknown, depth = 0): unknown {
  if (!isJsonObject(given) || depth > depthMax) return null
  const schema = resolved(document, given)
  const known = schema['example'] ?? schema['default'] ?? listOf(schema['examples'])[0] ?? listOf(schema['enum'])[0]
  if (known !== undefined) return known
  const parts = objectsOf(schema['allOf'])
  if (parts.length > 0) return Object.assign({}, ...parts.map((part) => sampleOf(document, part, depth + 1))) as unknown
  const [choice] = alternativesOf(schema)
  if (choice !== undefined) return sampleOf(document, choice, depth + 1)
  if (isJsonObject(schema['properties']))
    return Object.fromEntries(
      Object.entries(schema['properties'])
        .filter(([, property]) => !isJsonObject(property) || property['readOnly'] !== true)
        .map(([name, property]) => [name, sampleOf(document, property, depth + 1)]),
    )
  const types = typesOf(schema)
  const [type = ''] = types
  if (type === 'array') return [sampleOf(document, schema['items'], depth + 1)]
  // An optional number is often a key of another table, which 0 doesn't name.
  if ((type === 'integer' || type === 'number') && types.includes('null')) return null
  if (type === 'string') return samplesOfFormats[textOf(schema['format'])] ?? ''
  return { number: 0, integer: 0, boolean: false, object: {} }[type] ?? null
}

const samplesOfFormats: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T09:30:00Z',
  email: 'ada@example.com',
  time: '09:30:00',
  uri: 'https://example.com',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
}

const typesOf = (schema: JsonObject): readonly string[] => [schema['type']].flat().map(textOf).filter(Boolean)
const alternativesOf = (schema: JsonObject): readonly JsonObject[] => [
  ...objectsOf(schema['oneOf']),
  ...objectsOf(schema['anyOf']),
]

/** Returns the name of the schema that a reference leads to: `Albums`; undefined for other schemas. */
export function referencedName(schema: unknown): string | undefined {
  const reference = isJsonObject(schema) ? textOf(schema['$ref']) : ''
  return reference.startsWith(schemasPath) ? reference.slice(schemasPath.length) : undefined
}

/** A piece of the text of a type. */
export interface TypePiece {
  readonly text: string
  /** Position in the text. */
  readonly from: number
  /** Name of the schema that the piece leads to. */
  readonly schema?: string
}

/** Returns the type of a schema in pieces: `Albums`, `[]`, ` | null`. */
export function typePieces(schema: unknown): readonly TypePiece[] {
  let from = 0
  return textsOf(schema).map((piece) => {
    const placed = { ...piece, from }
    from += piece.text.length
    return placed
  })
}

function textsOf(schema: unknown): readonly Omit<TypePiece, 'from'>[] {
  const name = referencedName(schema)
  if (name !== undefined) return [{ text: name, schema: name }]
  if (!isJsonObject(schema)) return [{ text: 'any' }]
  const alternatives = alternativesOf(schema)
  if (alternatives.length > 0)
    return alternatives.flatMap((each, at) => [...(at > 0 ? [{ text: ' | ' }] : []), ...textsOf(each)])
  const types = typesOf(schema)
  if (types.length === 0) return [{ text: isJsonObject(schema['properties']) ? 'object' : 'any' }]
  return types.flatMap((type, at) => [
    ...(at > 0 ? [{ text: ' | ' }] : []),
    ...(type === 'array' ? [...textsOf(schema['items']), { text: '[]' }] : [{ text: type }]),
  ])
}

/** Returns the type of a schema as text: `Albums[] | null`. */
export const typeText = (schema: unknown): string =>
  textsOf(schema)
    .map(({ text }) => text)
    .join('')

/** Returns the values that a schema allows, without null; empty if it allows any. */
export function choicesOf(schema: JsonObject): readonly string[] {
  if (typesOf(schema).includes('boolean')) return ['true', 'false']
  return listOf(schema['enum']).map(textOf).filter(Boolean)
}

/** A property of an object. */
export interface SchemaProperty {
  readonly name: string
  readonly schema: unknown
  readonly isRequired: boolean
  readonly isReadOnly: boolean
  readonly description: string
  readonly choices: readonly string[]
}

/** Returns the properties of an object, or of the objects in a list. */
export function propertiesOf(document: JsonObject, given: unknown): readonly SchemaProperty[] {
  if (!isJsonObject(given)) return []
  const schema = resolved(document, given)
  if (typesOf(schema).includes('array')) return propertiesOf(document, schema['items'])
  const parts = objectsOf(schema['allOf'])
  if (parts.length > 0) return parts.flatMap((part) => propertiesOf(document, part))
  const required = new Set(listOf(schema['required']))
  return Object.entries(isJsonObject(schema['properties']) ? schema['properties'] : {}).map(([name, property]) => {
    const facts = isJsonObject(property) ? property : {}
    return {
      name,
      schema: property,
      isRequired: required.has(name),
      isReadOnly: facts['readOnly'] === true,
      description: textOf(facts['description']),
      choices: choicesOf(facts),
    }
  })
}
