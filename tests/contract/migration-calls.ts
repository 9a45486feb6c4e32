import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { migrationOperations } from '@common/operations/migrations'
import type { TestServer } from '@tests/helpers/server'

interface Call {
  readonly args?: unknown
  readonly token: string
  readonly projectId: string
}

/** Valid calls of the operations about migrations, in execution order. */
export function migrationCalls(
  now: () => { readonly server: TestServer; readonly token: string; readonly projectId: string },
): Record<keyof typeof migrationOperations, () => Promise<Call>> {
  let made = 0
  /** The project of all members. Reads leave it without migrations. */
  const shared = (): Call => ({ token: now().token, projectId: now().projectId })
  /** A project of its own, so that the others write no migrations. */
  const newProject = async (): Promise<Call> => {
    const { server, token } = now()
    made += 1
    const { id } = await server.call('projectCreate', { title: `Migrations ${made}` }, { token })
    return { token, projectId: id }
  }
  const withFile = async (project?: Call): Promise<Call> => {
    const as = project ?? (await newProject())
    if (project === undefined) await now().server.operate('migrationStart', {}, as)
    const folder = join(now().server.profileFolder, 'migrations', as.projectId)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, '0001_one.up.sql'), 'CREATE TABLE one (id INTEGER PRIMARY KEY);')
    await writeFile(join(folder, '0001_one.down.sql'), 'DROP TABLE one;')
    return as
  }
  /** Two environments with databases of their own. Each call needs another name. */
  const withEnvironments = async (project?: Call) => {
    const as = project ?? (await newProject())
    made += 1
    const between = { target: `staging ${made}`, source: '_noco' }
    await now().server.operate('environmentCreate', { name: between.target }, as)
    await now().server.operate('environmentFileCreate', { environment: between.target, tables: false }, as)
    return { as, between }
  }
  return {
    migrationList: () => withFile(shared()),
    migrationRead: async () => ({ ...(await withFile(shared())), args: { name: '0001_one' } }),
    migrationStart: newProject,
    migrationApply: () => withFile(),
    migrationRollBack: async () => {
      const as = await withFile()
      await now().server.operate('migrationApply', {}, as)
      return as
    },
    migrationMark: async () => ({ ...(await withFile()), args: { name: '0001_one' } }),
    migrationRecord: () => withFile(),
    schemaCompare: async () => {
      const { as, between } = await withEnvironments(shared())
      return { ...as, args: between }
    },
    schemaScriptApply: async () => {
      const { as, between } = await withEnvironments()
      const { digest } = await now().server.operate('schemaCompare', between, as)
      return { ...as, args: { ...between, digest } }
    },
  }
}
