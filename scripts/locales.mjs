/**
 * `npm run locales -- COMMAND`: the tools of translators.
 *
 *   missing [CODE]       lists the texts that a language lacks
 *   unused [CODE]        lists the texts that English no longer has
 *   check [CODE]         lists wrong placeholders, plurals and leftover English
 *   export CODE FILE     writes all texts as XLIFF 2, for a translation tool
 *   import CODE FILE     takes the translations of an XLIFF 2 file, all or none
 *   sync                 after a change of English: notes the texts that wait for a translation (locales/waiting.txt), and
 *                        removes those that English no longer has
 *   glossary FOLDER      writes locales/glossary.md from FOLDER/CODE/glossary.tsv
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { complain, handOverToProjectNode, inRoot, isCommand, say } from './lib/process.mjs'

const locales = inRoot('locales')

const usage = `Commands: missing [CODE], unused [CODE], check [CODE], export CODE FILE, import CODE FILE, sync, glossary FOLDER.`

/** @returns exit code */
async function run([command, ...given]) {
  // They need the project's packages, and so the project's Node.
  const catalogues = await import('./lib/catalogues.mjs')
  const { comparedKeys, leftoverEnglish, problemsOf, readTexts, tagOf, translations, writeTexts } = catalogues
  const source = readTexts(locales, 'en')
  const [code, file] = given
  const codes = code === undefined ? translations(locales) : [code]

  const list = (linesOf) => {
    let count = 0
    for (const each of codes) {
      const lines = linesOf(each, readTexts(locales, each))
      count += lines.length
      say(`${each}: ${lines.length}`)
      for (const line of lines) say(`  ${line}`)
    }
    return count === 0 ? 0 : 1
  }

  switch (command) {
    case 'missing':
      return list((_code, texts) => comparedKeys(source, texts).missing.map((key) => `${key}  ${source.get(key)}`))
    case 'unused':
      return list((_code, texts) => comparedKeys(source, texts).unused)
    case 'check':
      return list((each, texts) =>
        [...texts].flatMap(([key, text]) => {
          const english = source.get(key)
          if (english === undefined) return []
          const left = leftoverEnglish(key, english, text, each).map((words) => `contains English: ${words}`)
          return [...problemsOf(english, text, each), ...left].map((problem) => `${key} ${problem}`)
        }),
      )
    case 'sync':
      return sync(catalogues, source)
    case 'export': {
      if (file === undefined) break
      const { writeXliff } = await import('./lib/xliff.mjs')
      writeFileSync(file, writeXliff(source, readTexts(locales, code), { from: 'en', to: tagOf(code) }))
      say(`Wrote ${source.size} texts to ${file}.`)
      return 0
    }
    case 'import': {
      if (file === undefined) break
      const { readXliff } = await import('./lib/xliff.mjs')
      const { language, texts } = readXliff(readFileSync(file, 'utf8'))
      if (language !== undefined && language !== tagOf(code)) {
        complain(`The file is in ${language}, not in ${tagOf(code)}. Name the language of the file.`)
        return 1
      }
      const problems = [...texts].flatMap(([key, text]) => {
        const english = source.get(key)
        const found = english === undefined ? ['is no key of English'] : problemsOf(english, text, code)
        return found.map((problem) => `${key} ${problem}`)
      })
      if (problems.length > 0) {
        complain(`Imported nothing. Correct these texts:\n${problems.map((line) => `  ${line}`).join('\n')}`)
        return 1
      }
      writeTexts(locales, code, new Map([...readTexts(locales, code), ...texts]), source)
      say(`Imported ${texts.size} texts into locales/${code}.`)
      return 0
    }
    case 'glossary':
      if (code === undefined) break
      writeFileSync(join(locales, 'glossary.md'), glossaryOf(code))
      say('Wrote locales/glossary.md.')
      return 0
  }
  complain(usage)
  return 2
}

/**
 * Notes the texts of English that some language lacks, where users read English. Removes unused ones, and gives all files
 * the order of English.
 */
function sync({ comparedKeys, readTexts, translations, writeTexts }, source) {
  const keys = new Set()
  for (const each of translations(locales)) {
    const texts = readTexts(locales, each)
    writeTexts(locales, each, texts, source)
    for (const key of comparedKeys(source, texts).missing) keys.add(key)
  }
  const waiting = [...source.keys()].filter((key) => keys.has(key))
  writeFileSync(join(locales, 'waiting.txt'), waiting.map((key) => `${key}\n`).join(''))
  say(`${waiting.length} texts wait for a translation.`)
  return 0
}

/** Returns the glossary: the terms that have one name on all screens, by language. */
function glossaryOf(folder) {
  const sections = readdirSync(folder)
    .filter((code) => existsSync(join(folder, code, 'glossary.tsv')))
    .toSorted()
    .map((code) => {
      const rows = readFileSync(join(folder, code, 'glossary.tsv'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('\t') && !/^english( term)?\t/i.test(line))
        .map((line) => line.split('\t').map((cell) => cell.trim().replaceAll('|', '\\|')))
      const table = rows.map(([english, own, note = '']) => `| ${english} | ${own} | ${note} |`).join('\n')
      return `## ${code}\n\n| English | Term | Note |\n| --- | --- | --- |\n${table}\n`
    })
  return `# Glossary

Each thing has one name on all screens. Change a term here and in all texts of the language together.

Names stay as they are in every language: Basalt, REST, GraphQL, gRPC, SQL, SQLite, PostgreSQL, MySQL, MariaDB, SQL
Server, JSON, CSV, Excel, OpenAPI, Swagger, names of other products, functions of formulas, HTTP methods, keys and code.

${sections.join('\n')}`
}

if (isCommand(import.meta.url) && !(await handOverToProjectNode(import.meta.url)))
  process.exitCode = await run(process.argv.slice(2)).catch((error) => {
    complain(error.message)
    return 1
  })
