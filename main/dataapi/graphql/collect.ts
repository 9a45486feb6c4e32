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

/** What selections are read with. */
export interface Reading {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  readonly variables: VariableValues
}

/** Fields that share a key in the answer: validation has seen to it that they ask for the same. */
export interface SelectedField {
  readonly key: string
  readonly nodes: readonly [FieldNode, ...FieldNode[]]
}

/**
 * The fields of selections, in the order of the answer. Every type here is an object type, so that fragments always
 * apply.
 */
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

/** What the fields of one key select of their rows. */
export const setsOf = ({ nodes }: SelectedField): (SelectionSetNode | undefined)[] =>
  nodes.map(({ selectionSet }) => selectionSet)
