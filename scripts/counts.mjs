/**
 * `npm run counts`: measures the structure of the code and prints each figure with its target. The architecture tests
 * enforce the limits, not this command.
 */
import { globSync, readFileSync } from 'node:fs'
import { legacyFormats, usesLegacyNames } from './lib/legacy-names.mjs'
import { listsNames, operationsByFile, tabKindsByFolder } from './lib/lists.mjs'
import { handOverToProjectNode, inRoot, say } from './lib/process.mjs'
import { sleepsInTests } from './lib/sleeps.mjs'
import { columnTypeNames, typeComparisonsIn, typeNamesIn } from './lib/type-names.mjs'

async function count() {
  // It needs the project's packages, and so the project's Node.
  const { englishIn } = await import('./lib/english-in-main.mjs')
  const code = globSync('{common,main,preload,renderer}/**/*.{ts,tsx}', { cwd: inRoot() })
  const textOf = (file) => readFileSync(inRoot(file), 'utf8')

  /** Counts matches of a pattern in some files. */
  const matches = (files, pattern) => files.reduce((sum, file) => sum + (textOf(file).match(pattern)?.length ?? 0), 0)

  const typeNames = columnTypeNames()
  const outsideTypes = code.filter((file) => !file.startsWith('common/columns/'))
  const docs = globSync('{README,CONTRIBUTING,CHANGELOG}.md', { cwd: inRoot() }).concat(
    globSync('docs/*.md', { cwd: inRoot() }),
  )
  /** Sentences that the language guide forbids to begin this way. */
  const oldOpening = /(?:\/\*\*|\/\/|^)\s*(?:Of|What|Who|That|Those|Nobody|Somebody|Whether)\b/gm

  /** Ports that lead from a project and a name to a table. `TablesInSight` has ports of a principal. */
  const tableLookUp =
    /readonly \w+\??:\s*\(\s*projectId: string,\s*\w+: string,?\s*\)\s*=>\s*(?:OpenedTable|(?:Promise<)?(?:Table|SightedTable|OpenedTable)\b)/g

  // A feature's own files declare, handle and translate an operation.
  const operations = operationsByFile()
  const operationLists = code.filter(
    (file) =>
      !/^(?:common\/operations|main\/http\/legacy|main\/features\/\w+)\//.test(file) &&
      listsNames(textOf(file), operations),
  )
  const tabKinds = tabKindsByFolder()
  const tabFolders = [...tabKinds.values()]
  const tabLists = code.filter(
    (file) =>
      // Icons have the same names.
      /^renderer\/(?!ui\/)/.test(file) &&
      !tabFolders.some((folder) => file.startsWith(folder)) &&
      listsNames(textOf(file), tabKinds),
  )

  const counts = [
    ...['Rating', 'Checkbox', 'SingleSelect'].map((type) => [
      `files that name the column type ${type} outside its own code`,
      outsideTypes.filter((file) => typeNamesIn(file, textOf(file), [type]).length > 0).length,
      '≤ 3',
    ]),
    [
      'files that name any column type outside common/columns',
      outsideTypes.filter((file) => typeNamesIn(file, textOf(file), typeNames).length > 0).length,
      '≤ 3',
    ],
    [
      'comparisons of a column type outside common/columns',
      outsideTypes.reduce((sum, file) => sum + typeComparisonsIn(textOf(file)), 0),
      '0',
    ],
    ['lists to touch for an operation', operationLists.length, '0'],
    // Its own file, and the lists.
    ['places for a tab kind', 1 + tabLists.length, '1'],
    [
      'English sentences composed in main outside the edge',
      code.filter((file) => file.startsWith('main/')).flatMap((file) => englishIn(file, textOf(file))).length,
      '0',
    ],
    ...['renderer', 'common', 'main'].map((folder) => [
      `files of ${folder} with legacy names`,
      code.filter(
        (file) =>
          file.startsWith(`${folder}/`) && !Object.hasOwn(legacyFormats, file) && usesLegacyNames(file, textOf(file)),
      ).length,
      '0',
    ]),
    ['optional parts ([[…]]) in locales', matches(globSync('locales/*/*.json', { cwd: inRoot() }), /\[\[/g), '0'],
    ['effects that switch off their dependency rule', matches(code, /react-hooks\/exhaustive-deps/g), '< 8'],
    ['lines with "kept" in code', matches(code, /^.*\bkept\b.*$/gim), '0'],
    ['comments that open in the old style', matches(code, oldOpening), '0'],
    ['lines of documents that open in the old style', matches(docs, oldOpening), '0'],
    [
      'look-ups of a table without a principal',
      matches(
        code.filter(
          (file) =>
            !/^(?:common\/principal\/sight|main\/dataapi\/ports|main\/features\/tables\/catalog\/catalog)\.ts$/.test(
              file,
            ),
        ),
        tableLookUp,
      ),
      '0',
    ],
    ['sleeps in tests', sleepsInTests().length, '0'],
    ['files above 400 lines', code.filter((file) => textOf(file).split('\n').length > 401).length, '0'],
  ]

  const width = Math.max(...counts.map(([name]) => name.length))
  for (const [name, count, target] of counts)
    say(`${name.padEnd(width)}  ${String(count).padStart(5)}  target ${target}`)
}

if (!(await handOverToProjectNode(import.meta.url))) await count()
