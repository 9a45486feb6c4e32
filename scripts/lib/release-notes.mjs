import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { inRoot } from './process.mjs'

/**
 * Returns the lines of a version in the changelog.
 *
 * @param {string} changelog Markdown: a heading such as `## 1.2.3` or `## 1.2.3, 2026-11-28` above each list
 * @param {string} version
 * @returns {string} Markdown; empty if there is no such heading
 */
export function releaseNotesOf(changelog, version) {
  const sections = new Map()
  for (const part of changelog.split(/^## /m).slice(1)) {
    const end = part.indexOf('\n')
    const title = part.slice(0, end === -1 ? undefined : end)
    sections.set(title.trim().split(/[ ,]/)[0].replace(/^v/, ''), end === -1 ? '' : part.slice(end).trim())
  }
  return sections.get(version) ?? ''
}

/**
 * Writes the notes of the version in package.json to a file, which electron-builder puts into the manifests.
 *
 * @param {string} file path
 * @returns {Promise<{ options: string[], missing: string[] }>} options for electron-builder, and a sentence if the
 *   changelog has no such version
 */
export async function releaseNotes(file) {
  const { version } = JSON.parse(await readFile(inRoot('package.json'), 'utf8'))
  const notes = releaseNotesOf(await readFile(inRoot('CHANGELOG.md'), 'utf8'), version)
  if (notes === '')
    return { options: [], missing: [`CHANGELOG.md has no heading "## ${version}", so this release has no notes.`] }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${notes}\n`)
  return { options: [`-c.releaseInfo.releaseNotesFile=${file}`], missing: [] }
}
