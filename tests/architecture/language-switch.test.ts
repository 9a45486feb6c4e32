import { describe, expect, it } from 'vitest'
import {
  allSources,
  expectNone,
  isNode,
  keyName,
  lineOf,
  parseSource,
  resolveImport,
  type Node,
  type Source,
} from './sources'

/*
 * A switch of the language renders the page again and mounts nothing. So whatever would skip that render must follow the
 * language: memo components, memoized elements and values, and values that are made once.
 */

/** Functions of `renderer/i18n` that read the language outside of a render. */
const readsLanguage = new Set([
  't',
  'i18n',
  'localeTag',
  'pageReader',
  'compareTexts',
  'languageDirection',
  'logicalKey',
  'renderMessage',
  'roleName',
  'sentenceText',
  'serverText',
])
const isReader = (name: string): boolean => readsLanguage.has(name) || /^format[A-Z]/.test(name)

/** Dependencies that change with the language. */
const followers = new Set(['t', 'language', 'locale', 'direction', 'page', 'reader', 'look', 'isMirrored'])

/** Components without words. */
const wordless = new Set(['Icon', 'TypeIcon', 'Fragment'])

/** Values made once that need not follow the language, by reason. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  'Holds functions that read the language when they are called.': [
    'renderer/features/form/use-form.ts memberSources',
    'renderer/features/form/use-shared-form.ts visitorSources',
    'renderer/features/grpc-client/MessageEditor.tsx messageLanguage',
    'renderer/features/projects/ways.ts ways',
    'renderer/features/records/session/use-grid-model.ts restRowApi',
    'renderer/features/records/session/use-grid-model.ts pageReader, queueOfBrowser, linksOfBrowser',
  ],
  'Uses the names of columns only, which have no translation.': [
    'renderer/features/audit/record-names.ts referencedTables',
    'renderer/features/audit/record-names.ts wantedRecords',
  ],
  'Measured in the direction of its moment, and mirrored by CSS.': ['renderer/ui/start-of.ts startOf'],
  'Draws again with its theme, which changes with the language.': [
    'renderer/features/grid/glide/GlideDataGrid.tsx <DataEditorCore>',
  ],
}
const excepted = new Set(Object.values(exceptions).flat())

/** Texts that a state holds as they are, by reason. */
const storedExceptions = new Set(
  Object.values({
    'A screen reader reads it out once.': [
      'renderer/features/records/session/use-grid-notes.ts t',
      'renderer/features/team/AddressField.tsx t',
      'renderer/features/views/SortableList.tsx t',
    ],
    'The user can change it before it is stored.': ['renderer/features/views/ViewDrawer.tsx t'],
  }).flat(),
)

const endOf = (node: Node): number => Number(node['end'])
const isWithin = (node: Node, outer: Node): boolean => node.start >= outer.start && endOf(node) <= endOf(outer)
const listOf = (value: unknown): readonly Node[] => (Array.isArray(value) ? value.filter(isNode) : [])

/** Returns the identifiers that are names of values, neither members nor keys. Skips accessors, which run later. */
function namesIn(source: Source): readonly Node[] {
  const accessors = source.nodes.filter(({ kind }) => kind === 'get')
  const others = new Set<unknown>(
    source.nodes.flatMap((node) =>
      node.type === 'MemberExpression' && node['computed'] !== true
        ? [node['property']]
        : (node.type === 'Property' || node.type === 'PropertyDefinition') && node['shorthand'] !== true
          ? [node['key']]
          : [],
    ),
  )
  return source.nodes.filter(
    (node) =>
      node.type === 'Identifier' && !others.has(node) && !accessors.some((accessor) => isWithin(node, accessor)),
  )
}

interface Module {
  readonly source: Source
  readonly names: readonly Node[]
  /** Names of imported functions of the page, by their local names. */
  readonly imports: ReadonlyMap<string, { readonly name: string; readonly from: string }>
  /** Functions and constants of the file's top level. */
  readonly declared: ReadonlyMap<string, Node>
}

function moduleOf(source: Source): Module {
  const imports = new Map<string, { readonly name: string; readonly from: string }>()
  const declared = new Map<string, Node>()
  const [program] = source.nodes
  for (const statement of listOf(program?.['body'])) {
    if (statement.type === 'ImportDeclaration' && isNode(statement['source']))
      for (const each of listOf(statement['specifiers'])) {
        const local = keyName(each['local'])
        const name = keyName(each['imported'])
        if (local !== undefined && name !== undefined)
          imports.set(local, { name, from: String(statement['source']['value']) })
      }
    const inner = isNode(statement['declaration']) ? statement['declaration'] : statement
    for (const each of inner.type === 'VariableDeclaration' ? listOf(inner['declarations']) : [inner]) {
      const name = keyName(each['id'])
      if (name !== undefined) declared.set(name, each)
    }
  }
  return { source, names: namesIn(source), imports, declared }
}

const nameOf = (node: Node): string => String(node['name'])

/** Hooks and components render again by themselves. */
const isRendered = (name: string): boolean => /^use[A-Z]|^[A-Z]/.test(name)

/** Returns the functions that read the language, also through others, as `file name`. */
function readers(modules: readonly Module[]): (module: Module, name: string) => boolean {
  /** By folder, as an index exports functions of its folder. */
  const exported = new Set<string>()
  const found = new Set<string>()
  const isOne = ({ source, imports, declared }: Module, name: string): boolean => {
    const origin = imports.get(name)
    if (origin === undefined) return declared.has(name) && found.has(`${source.path} ${name}`)
    const { target } = resolveImport(source.path, origin.from)
    if (target === 'renderer/i18n') return isReader(origin.name)
    // Texts of requests and of toasts are read when something happens.
    if (/^renderer\/(api|stores|actions)/.test(target)) return origin.name === 'messageOf'
    return exported.has(`${target} ${origin.name}`) || exported.has(`${target}/ ${origin.name}`)
  }
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const module of modules)
      for (const [name, node] of module.declared) {
        const key = `${module.source.path} ${name}`
        if (isRendered(name) || found.has(key)) continue
        if (module.names.some((each) => isWithin(each, node) && isOne(module, nameOf(each)))) {
          found.add(key)
          exported.add(`${module.source.path.replace(/\.tsx?$/, '')} ${name}`)
          const feature = /^renderer\/features\/[^/]+|^renderer\/[^/]+/.exec(module.source.path)?.[0] ?? ''
          exported.add(`${feature}/ ${name}`)
        }
      }
  }
  return isOne
}

/** Calls of a hook, with the function that makes the value and the dependencies. */
function callsOf(module: Module, hook: string): readonly { readonly make: Node; readonly after: readonly Node[] }[] {
  return module.source.nodes.flatMap((node) => {
    if (node.type !== 'CallExpression' || keyName(node['callee']) !== hook) return []
    const [make, after] = listOf(node['arguments'])
    return make === undefined ? [] : [{ make, after: after === undefined ? [] : listOf(after['elements']) }]
  })
}

const placeOf = ({ source }: Module, node: Node): string => `${source.path}:${lineOf(source, node)}`

/** Returns what a function says: names of functions that read the language, and components with words. */
function saidBy(module: Module, make: Node, isOne: ReturnType<typeof readers>): string[] {
  const names = module.names.filter((each) => isWithin(each, make)).map(nameOf)
  const components = module.source.nodes
    .filter((node) => node.type === 'JSXOpeningElement' && isWithin(node, make))
    .map((node) => keyName(node['name']) ?? '')
  return [
    ...new Set([
      ...names.filter((name) => isOne(module, name)),
      ...components.filter((name) => /^[A-Z]/.test(name) && !wordless.has(name)).map((name) => `<${name}>`),
    ]),
  ]
}

/** Returns values that keep the language in which they were made. */
function stale(modules: readonly Module[]): string[] {
  const isOne = readers(modules)
  return modules.flatMap((module) => {
    const memos = callsOf(module, 'useMemo').filter(
      ({ after }) => !after.some((each) => followers.has(keyName(each) ?? '')),
    )
    const states = ['useState', 'useRef'].flatMap((hook) => callsOf(module, hook))
    return [...memos, ...states].flatMap(({ make }) => {
      const said = saidBy(module, make, isOne)
      return said.length === 0 ? [] : [`${placeOf(module, make)} ${said.join(', ')}`]
    })
  })
}

/** Returns imports of React's own `memo`. */
const ownMemos = (modules: readonly Module[]): string[] =>
  modules
    .filter(({ source }) => source.path !== 'renderer/i18n/language.tsx')
    .flatMap((module) =>
      [...module.imports.values()].some(({ name, from }) => name === 'memo' && from === 'react')
        ? [module.source.path]
        : module.source.text.includes('React.memo')
          ? [module.source.path]
          : [],
    )

/** Functions that make a finished text. Data about it is a `sentence(…)`, or `sentenceOf(error)`. */
const makesText = new Set(['t', 'messageOf', 'renderMessage', 'sentenceText', 'serverText'])

/** Calls that store what they get: setters of states, and the stores of the page that hold texts. */
function storingCalls(module: Module): readonly Node[] {
  const setters = new Set(
    module.source.nodes.flatMap((node) => {
      if (node.type !== 'VariableDeclarator' || !isNode(node['id']) || !isNode(node['init'])) return []
      if (!['useState', 'useFailure'].includes(keyName(node['init']['callee']) ?? '')) return []
      const [, setter] = listOf(node['id']['elements'])
      return setter === undefined ? [] : [nameOf(setter)]
    }),
  )
  return module.source.nodes.filter(({ type, callee }) => {
    if (type !== 'CallExpression' || !isNode(callee)) return false
    if (callee.type === 'Identifier') return setters.has(nameOf(callee)) || nameOf(callee) === 'sayDone'
    const [object, property] = [keyName(callee['object']), keyName(callee['property'])]
    return (
      property === 'setState' ||
      ['notifications', 'snackbar', 'loader', 'toast', 'unsaved'].includes(object ?? '') ||
      (object === 'client' && property === 'call')
    )
  })
}

/** Returns finished texts that a state or a store holds, which would stay in the language of their time. */
function storedTexts(modules: readonly Module[]): string[] {
  return modules.flatMap((module) => {
    const functions = module.source.nodes.filter(({ type }) => /Function/.test(type))
    const variables = Map.groupBy(
      module.source.nodes.filter(
        ({ type, id, init }) => type === 'VariableDeclarator' && isNode(id) && id.type === 'Identifier' && isNode(init),
      ),
      ({ id }) => nameOf(id as Node),
    )
    // A variable of the same function: the last one of its name before the call.
    const valueOf = (one: Node): Node => {
      if (one.type !== 'Identifier') return one
      const made = (variables.get(nameOf(one)) ?? []).findLast((each) => each.start < one.start)
      return made !== undefined && isNode(made['init']) && !/Function/.test(made['init'].type) ? made['init'] : one
    }
    return storingCalls(module).flatMap((call) => {
      const given = listOf(call['arguments']).map(valueOf)
      // A function that is stored runs later. One that is given whole makes the next state.
      const later = functions.filter((made) => isWithin(made, call) && !given.includes(made))
      const texts = module.names.filter(
        (name) =>
          makesText.has(nameOf(name)) &&
          given.some((one) => isWithin(name, one)) &&
          !later.some((made) => isWithin(name, made)),
      )
      return [...new Set(texts.map(nameOf))].map((name) => `${placeOf(module, call)} ${name}`)
    })
  })
}

const modules = allSources()
  .filter(({ path }) => path.startsWith('renderer/'))
  .map(moduleOf)

describe('a switch of the language', () => {
  it('reaches memo components: they are those of renderer/i18n', () => expectNone(ownMemos(modules)))

  it('reaches memoized texts and elements', () => {
    expectNone(stale(modules).filter((found) => !excepted.has(found.replace(/:\d+ /, ' '))))
  })

  it('has no exception without a cause', () => {
    const found = new Set(stale(modules).map((one) => one.replace(/:\d+ /, ' ')))
    expectNone([...excepted].filter((one) => !found.has(one)))
  })

  it('reaches what states and stores say: they hold sentences as data', () => {
    expectNone(storedTexts(modules).filter((found) => !storedExceptions.has(found.replace(/:\d+ /, ' '))))
  })

  it('is missed by texts in states, which the test finds', () => {
    const module = moduleOf(
      parseSource(
        'renderer/features/x/X.tsx',
        `import { messageOf, useFailure } from '@renderer/api'
         import { notifications, toast } from '@renderer/stores'
         export function X() {
           const { t } = useTranslation()
           const [error, setError] = useFailure()
           const [work, setWork] = useState<Work>()
           const fail = (reason: unknown) => setError(messageOf(reason))
           setWork((before) => ({ ...before, text: t('a.b') }))
           setWork({ run: () => write(t('a.b')) })
           setError(sentence('a.b'))
           notifications.settle(1, 'error', t('a.b'))
           const said = t('a.b')
           toast.info(said)
         }`,
      ),
    )
    expect(storedTexts([module]).map((found) => found.replace(/^.*?:/, ''))).toEqual([
      '7 messageOf',
      '8 t',
      '11 t',
      '13 t',
    ])
  })

  it('is missed by these, which the test finds', () => {
    const source = parseSource(
      'renderer/features/x/X.tsx',
      `import { memo, useMemo, useState } from 'react'
       import { formatNumber, t } from '@renderer/i18n'
       const say = (n: number) => formatNumber(n)
       export const X = memo(function X({ n }: { n: number }) {
         const { t: own } = useTranslation()
         const one = useMemo(() => say(n), [n])
         const two = useMemo(() => <Label />, [])
         const three = useMemo(() => t('a.b'), [t])
         const [four] = useState(() => t('a.b'))
         return <p>{one}{two}{three}{four}</p>
       })`,
    )
    const module = moduleOf(source)
    expect(ownMemos([module])).toEqual(['renderer/features/x/X.tsx'])
    expect(stale([module]).map((found) => found.replace(/^.*?:\d+ /, ''))).toEqual(['say', '<Label>', 't'])
  })
})
