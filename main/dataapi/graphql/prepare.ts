import { AppError } from '@common/errors'
import { Lru } from '@main/lib/lru'
import {
  execute,
  getArgumentValues,
  getVariableValues,
  GraphQLError,
  Kind,
  OperationTypeNode,
  parse,
  validate,
  visit,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type OperationDefinitionNode,
} from 'graphql'
import { fieldsOf, type Reading, type SelectedField } from './collect'
import { checkLimits, graphqlLimits } from './limits'
import { checkNesting } from './nesting'
import type { Given } from './arguments'
import { readyCommon, readyRoot, type Answer } from './roots'
import type { ProjectSchema } from './schema'
import type { Compiling } from './select'

/** Errors of the query itself, in the format of GraphQL with positions. */
export class QueryFault extends Error {
  constructor(readonly errors: readonly GraphQLError[]) {
    super('The query is not valid')
  }
}

/** A validated query, cached by its text. */
export interface CheckedQuery {
  readonly document: DocumentNode
  readonly operations: readonly OperationDefinitionNode[]
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  /** Variables that only set the page of a root list. */
  readonly pageVariables: ReadonlySet<string>
  /** Compiled fields, by response key and relevant variables. */
  readonly ready: Lru<string, Answer>
}

/** An operation of a query with its variables. */
export interface PreparedOperation {
  readonly query: CheckedQuery
  readonly operation: OperationDefinitionNode
  readonly reading: Reading
  readonly fields: readonly SelectedField[]
}

const queriesMax = 200
const queryLengthMax = 10_000
const answersMax = 50
const errorsShown = 20

/** Validates queries of a schema and caches the results. */
export class Queries {
  readonly #cache = new Lru<string, CheckedQuery>(queriesMax)

  constructor(private readonly project: ProjectSchema) {}

  /** @throws QueryFault */
  check(text: string): CheckedQuery {
    const known = this.#cache.get(text)
    if (known !== undefined) return known
    const document = parsed(text)
    const errors = validate(this.project.schema, document, undefined, { maxErrors: errorsShown })
    if (errors.length > 0) throw new QueryFault(errors)
    const operations = document.definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
    const fragments = document.definitions.filter((each) => each.kind === Kind.FRAGMENT_DEFINITION)
    const checked: CheckedQuery = {
      document,
      operations,
      fragments: new Map(fragments.map((fragment) => [fragment.name.value, fragment])),
      pageVariables: pageVariablesOf(document),
      ready: new Lru<string, Answer>(answersMax),
    }
    if (text.length <= queryLengthMax) this.#cache.set(text, checked)
    return checked
  }
}

/**
 * Parses without validating: the kind of operation decides which rights and which schema the validation needs.
 *
 * @throws QueryFault, AppError GRAPHQL_TOO_LARGE
 */
export function parsed(text: string): DocumentNode {
  checkNesting(text)
  try {
    return parse(text, { maxLexicalTokens: graphqlLimits.tokens })
  } catch (error) {
    if (error instanceof GraphQLError) throw new QueryFault([error])
    throw error
  }
}

/** Returns the operation with this name, or the only one. */
export function operationOf(
  operations: readonly OperationDefinitionNode[],
  name: string | undefined,
): OperationDefinitionNode {
  const found = name === undefined ? operations : operations.filter((operation) => operation.name?.value === name)
  const [operation] = found
  if (operation === undefined || found.length > 1)
    throw new AppError('GRAPHQL_INVALID', { part: 'operationName', expected: 'operationName' })
  return operation
}

/** @throws QueryFault, AppError GRAPHQL_TOO_LARGE */
export function prepareOperation(
  { schema }: ProjectSchema,
  query: CheckedQuery,
  operation: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): PreparedOperation {
  const values = getVariableValues(schema, operation.variableDefinitions ?? [], given, { maxErrors: errorsShown })
  if (values.variableValues === undefined) throw new QueryFault(values.errors)
  const reading: Reading = { fragments: query.fragments, variables: values.variableValues }
  checkLimits(reading, operation)
  return { query, operation, reading, fields: fieldsOf(reading, [operation.selectionSet]) }
}

/** Returns a compiled root field, from the cache if possible. */
export async function readyField(
  compiling: Compiling,
  { query, operation }: PreparedOperation,
  field: SelectedField,
): Promise<{ readonly answer: Answer; readonly given: Given }> {
  const { project, variables } = compiling
  const type = rootType(project, operation)
  const name = field.nodes[0].name.value
  const definition = type.getFields()[name]
  const given = definition === undefined ? {} : getArgumentValues(definition, field.nodes[0], variables)
  if (name === '__typename') return { answer: async () => JSON.stringify(type.name), given }
  const counting = Object.entries(variables.coerced).filter(([variable]) => !query.pageVariables.has(variable))
  const key = JSON.stringify([query.operations.indexOf(operation), field.key, counting])
  const isQuery = operation.operation === OperationTypeNode.QUERY
  const known = isQuery ? query.ready.get(key) : undefined
  if (known !== undefined) return { answer: known, given }
  const root = project.roots.get(name)
  const answer = readyCommon(compiling, field, given) ?? (root && (await readyRoot(compiling, root, field, given)))
  if (answer === undefined) throw new AppError('GRAPHQL_INVALID', { part: name })
  if (isQuery && key.length <= queryLengthMax) query.ready.set(key, answer)
  return { answer, given }
}

export function rootType({ schema }: ProjectSchema, { operation }: OperationDefinitionNode): GraphQLObjectType {
  const type = schema.getRootType(operation)
  if (type === undefined || type === null) throw new AppError('GRAPHQL_INVALID', { part: operation })
  return type
}

/** Runs introspection with the reference implementation. */
export async function introspect(
  { schema }: ProjectSchema,
  { query, operation }: PreparedOperation,
  fields: readonly FieldNode[],
  given: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const asked = { ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections: fields } } as const
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [asked, ...query.fragments.values()] }
  const result = await execute({ schema, document, variableValues: given })
  if (result.errors !== undefined) throw new QueryFault(result.errors)
  return result.data ?? {}
}

function pageVariablesOf(document: DocumentNode): Set<string> {
  const uses = new Map<string, { all: number; page: number }>()
  const usesOf = (name: string): { all: number; page: number } => {
    const known = uses.get(name) ?? { all: 0, page: 0 }
    uses.set(name, known)
    return known
  }
  visit(document, {
    Variable: (node, _key, parent) => {
      const isDefinition =
        parent !== undefined && !Array.isArray(parent) && 'kind' in parent && parent.kind === Kind.VARIABLE_DEFINITION
      if (!isDefinition) usesOf(node.name.value).all += 1
    },
  })
  for (const definition of document.definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue
    for (const selection of definition.selectionSet.selections) {
      if (selection.kind !== Kind.FIELD) continue
      for (const { name, value } of selection.arguments ?? [])
        if (
          (name.value === 'limit' || name.value === 'offset') &&
          value.kind === Kind.VARIABLE &&
          selection.name.value.endsWith('List')
        )
          usesOf(value.name.value).page += 1
    }
  }
  return new Set([...uses].filter(([, { all, page }]) => all === page).map(([name]) => name))
}
