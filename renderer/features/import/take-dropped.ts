import { can } from '@common/permissions'
import { client, desktop, sentenceOf } from '@renderer/api'
import { formatFacts, sentence, t } from '@renderer/i18n'
import { afterProjectCreated, effectiveRoles, goTo, loader, toast, useInstallation, useUsers } from '@renderer/stores'
import { nameWithoutEnding, sortDropped } from './dropped'
import { imports } from './import-store'
import { makeProjectOfMetadata } from './take-metadata'

/** Imports files dropped on a project. Databases become projects of their own; other files go into this project. */
export function takeIntoProject(projectId: string, files: readonly File[], into?: string): void {
  const { databases, rows, metadata, foreign } = sortDropped(files)
  refuse(foreign)
  importMetadata(metadata)
  if (rows.length > 0) imports.open({ projectId, source: { files: rows }, ...(into === undefined ? {} : { into }) })
  else openDatabase(databases[0])
}

/** Handles files dropped on the project list: opens a database, or creates a project named after files of rows. */
export function takeIntoNewProject(files: readonly File[]): void {
  const { databases, rows, metadata, foreign } = sortDropped(files)
  refuse(foreign)
  importMetadata(metadata)
  const [first] = rows
  if (first) void makeProjectOf(nameWithoutEnding(first.name), rows)
  else openDatabase(databases[0])
}

/** Shows a message with the files that can't be imported, and the supported kinds. */
function refuse(files: readonly File[]): void {
  if (files.length === 0) return
  const names = files.slice(0, namesMax).map(({ name }) => name)
  const more = files.length - names.length
  const listed = more === 0 ? formatFacts(names) : t('importStart.andMore', { names, count: more })
  toast.error(sentence('importStart.foreign', { count: files.length, files: listed }), {
    detail: sentence('importStart.text'),
  })
}

/** Makes a project of the first metadata file. */
function importMetadata([file]: readonly File[]): void {
  if (file) void makeProjectOfMetadata(file)
}

/** Limit of file names in a message; it counts the others. */
const namesMax = 3

/** Opens a database file in its place. The desktop knows the path; browsers hide it, so a dialog asks for it. */
function openDatabase(file: File | undefined): void {
  if (!file) return
  if (!can(effectiveRoles(useUsers.getState()), 'project.openFile')) {
    toast.error(sentence('importStart.notAllowed', { file: file.name }))
    return
  }
  const path = desktop()?.pathOfFile(file) ?? ''
  const query = new URLSearchParams({ open: 'file', ...(path === '' ? { dropped: file.name } : { path }) })
  void goTo(`/projects?${query}`)
}

/** Deletes the project of a discarded import, unless it has tables. */
async function deleteEmpty(projectId: string): Promise<void> {
  try {
    const tables = await client.call('tableList', {}, { projectId, silent: true })
    if (tables.length > 0) return
    // Leaves the project's page first, since it would query the deleted project.
    await goTo('/projects')
    await client.call('projectDelete', {}, { projectId, silent: true })
  } catch (error) {
    toast.error(sentence('importStart.projectLeft'), { detail: sentenceOf(error) })
  }
}

async function makeProjectOf(name: string, rows: readonly File[]): Promise<void> {
  const title = name.trim().slice(0, 100) || t('importStart.untitled')
  loader.show(sentence('importStart.making', { title }))
  try {
    const { id } = await client.call('projectCreate', { title }, { title: sentence('importStart.creating', { title }) })
    await goTo(afterProjectCreated(useInstallation.getState().info, id))
    imports.open({ projectId: id, source: { files: rows }, abandon: () => void deleteEmpty(id) })
  } catch (error) {
    toast.error(sentence('importStart.projectFailed', { title }), { detail: sentenceOf(error) })
  } finally {
    loader.hide()
  }
}
