import {
  getDirectiveValues,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  type VariableValues,
} from 'graphql'

/** Context for reading selections. */
export interface Reading {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: VariableValues
}

/** Fields with the same response key. Validation guarantees that they are equivalent. */
export interface SelectedField {
  readonly key: string
  readonly nodes: readonly [FieldNode, ...FieldNode[]]
}

/** Returns the fields of selections in response order. All types are object types, so fragments always apply. */
export function fieldsOf(reading: Reading, sets: readonly (SelectionSetNode | undefined)[]): SelectedField[] {
  const found = new Map<string, [FieldNode, ...FieldNode[]]>()
  const seen = new Set<string>()
  const visit = (selections: readonly SelectionNode[]): void => {
    for (const selection of selections) {
      if (!isIncluded(reading, selection)) continue
      if (selection.kind === Kind.FIELD) {
        const key = selection.alias?.value ?? selection.name.value
        const known = found.get(key)
        if (known) known.push(selection)
        else found.set(key, [selection])
      } else if (selection.kind === Kind.INLINE_FRAGMENT) visit(selection.selectionSet.selections)
      else {
        const name = selection.name.value
        const fragment = reading.fragments.get(name)
        if (fragment === undefined || seen.has(name)) continue
        seen.add(name)
        visit(fragment.selectionSet.selections)
      }
    }
  }
  for (const set of sets) visit(set?.selections ?? [])
  return [...found].map(([key, nodes]) => ({ key, nodes }))
}

function isIncluded({ variables }: Reading, selection: SelectionNode): boolean {
  if (selection.directives === undefined || selection.directives.length === 0) return true
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variables)
  if (skip?.['if'] === true) return false
  return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false
}

/** Returns the selections of a field. */
export const setsOf = ({ nodes }: SelectedField): (SelectionSetNode | undefined)[] =>
  nodes.map(({ selectionSet }) => selectionSet)
