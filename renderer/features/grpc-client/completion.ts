import {
  acceptCompletion,
  autocompletion,
  completionKeymap,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { foldGutter, syntaxTree } from '@codemirror/language'
import { linter, lintKeymap, type Diagnostic } from '@codemirror/lint'
import type { EditorState, Extension } from '@codemirror/state'
import { keymap } from '@codemirror/view'
import { encodeMessage } from '@common/rpc/encode'
import { shortNameOf, typeIn, type RpcField, type RpcSchema } from '@common/rpc/schema'
import { variableAt, variablePlaces } from '@common/variables'
import { renderMessage, t } from '@renderer/i18n'

/** Facts that the editor has about the message. */
export interface MessageFacts {
  readonly schema: RpcSchema | undefined
  /** Full name of the type of the message. */
  readonly type: string
  readonly variables: readonly string[]
}

type Node = ReturnType<typeof syntaxTree>['topNode']

/** Returns the extensions of an editor for messages: JSON with completion and problems. */
export function messageLanguage(facts: () => MessageFacts): Extension {
  return [
    json(),
    foldGutter(),
    autocompletion({ override: [(context) => completionsOf(context, facts())] }),
    linter(({ state }) => problemsOf(state.doc.toString(), facts()), { delay: 300 }),
    keymap.of([{ key: 'Tab', run: acceptCompletion }, ...completionKeymap, ...lintKeymap]),
  ]
}

function problemsOf(text: string, { schema, type, variables }: MessageFacts): Diagnostic[] {
  const unknown = variablePlaces(text).flatMap(({ name, from, to }) =>
    variables.includes(name)
      ? []
      : [{ from, to, severity: 'error' as const, message: t('apiClient.unknownVariables', { names: [name] }) }],
  )
  if (schema === undefined) return unknown
  const { problems } = encodeMessage(schema, type, text, { isTemplate: true })
  return [
    ...unknown,
    ...problems.map(({ from, to, problem }) => ({
      from,
      to,
      severity: 'error' as const,
      message: renderMessage(problem),
    })),
  ]
}

function completionsOf(context: CompletionContext, facts: MessageFacts): CompletionResult | null {
  const { state, pos } = context
  const variable = variableAt(state.doc.toString(), pos)
  if (variable !== undefined)
    return {
      from: variable.from,
      to: variable.to,
      options: facts.variables.map((name) => ({ label: name, apply: `${name}}}`, type: 'variable' })),
    }
  const { schema } = facts
  if (schema === undefined) return null
  const node = syntaxTree(state).resolveInner(pos, -1)
  const property = closest(node, 'Property')
  const isValue = property !== undefined && pos > (nameOf(property)?.to ?? pos)
  if (isValue && property !== undefined && node.name !== 'Object' && node.name !== '{')
    return valuesOf(context, schema, facts.type, property, node)
  const typed = node.name === 'PropertyName' || node.name === 'String' ? node : undefined
  const object = closest(node, 'Object')
  if (object === undefined || (typed === undefined && !context.explicit && !/[{,\s]$/.test(before(state, pos))))
    return null
  const type = typeAt(state, schema, facts.type, object)
  const fields = typeIn(schema.messages, type)?.fields ?? []
  const used = new Set(
    object.getChildren('Property').flatMap((each) => (nameOf(each) === typed ? [] : [nameText(state, each)])),
  )
  const hasColon = /^\s*:/.test(state.sliceDoc(typed?.to ?? pos, (typed?.to ?? pos) + 20))
  return {
    from: typed?.from ?? pos,
    ...(typed !== undefined && { to: typed.to }),
    // The typed text begins with a quote.
    filter: typed === undefined,
    options: fields
      .filter(({ json: name, name: original }) => !used.has(name) && !used.has(original))
      .filter(
        ({ json: name }) => typed === undefined || name.toLowerCase().includes(unquoted(state, typed).toLowerCase()),
      )
      .map((field) => ({
        label: field.json,
        apply: `${JSON.stringify(field.json)}${hasColon ? '' : ': '}`,
        detail: typeText(field),
        type: 'property',
        ...(field.note !== undefined && { info: field.note }),
      })),
  }
}

/** Completes the values of enumerations. */
function valuesOf(
  { state, pos, explicit }: CompletionContext,
  schema: RpcSchema,
  type: string,
  property: Node,
  node: Node,
): CompletionResult | null {
  const object = closest(property, 'Object')
  if (object === undefined) return null
  const owner = typeIn(schema.messages, typeAt(state, schema, type, object))
  const field = owner?.fields.find(({ json: name, name: original }) =>
    [name, original].includes(nameText(state, property)),
  )
  const isText = node.name === 'String'
  if (field === undefined || (!isText && !explicit && field.type !== 'enum')) return null
  const values =
    field.type === 'bool'
      ? ['true', 'false']
      : (typeIn(schema.enums, field.of)?.values ?? []).map(({ name }) => JSON.stringify(name))
  if (values.length === 0) return null
  return {
    from: isText ? node.from : pos,
    ...(isText && { to: node.to }),
    filter: false,
    options: values.map((value) => ({ label: value.replaceAll('"', ''), apply: value, type: 'enum' })),
  }
}

const before = (state: EditorState, pos: number): string => state.sliceDoc(Math.max(0, pos - 2), pos)

function closest(node: Node, name: string): Node | undefined {
  for (let at: Node | null = node; at !== null; at = at.parent) if (at.name === name) return at
  return undefined
}

const nameOf = (property: Node): Node | undefined => property.getChild('PropertyName') ?? undefined
const nameText = (state: EditorState, property: Node): string => {
  const name = nameOf(property)
  return name === undefined ? '' : unquoted(state, name)
}
const unquoted = (state: EditorState, { from, to }: Node): string => state.sliceDoc(from, to).replaceAll(/^"|"$/g, '')

/** Returns the full name of the type of an object in the text. */
function typeAt(state: EditorState, schema: RpcSchema, type: string, object: Node): string | undefined {
  const names: string[] = []
  for (let at = object.parent; at !== null; at = at.parent)
    if (at.name === 'Property') names.unshift(nameText(state, at))
  let found: string | undefined = type
  let map: RpcField | undefined
  for (const name of names) {
    if (map !== undefined) {
      found = map.of
      map = undefined
      continue
    }
    const field: RpcField | undefined = typeIn(schema.messages, found)?.fields.find(
      ({ json: inJson, name: original }) => inJson === name || original === name,
    )
    if (field?.rule === 'map') map = field
    found = field?.of
  }
  return map === undefined ? found : undefined
}

/** Returns the type of a field as .proto files write it. */
export function typeText({ type, of = '', rule, key }: RpcField): string {
  const plain = type === 'message' || type === 'enum' ? shortNameOf(of) : type
  if (rule === 'map') return `map<${key ?? 'string'}, ${plain}>`
  return rule === 'many' ? `${plain}[]` : plain
}
