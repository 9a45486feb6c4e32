import type { ConnectionSettingsInput } from '@common/model/connection'
import type { environmentOperations } from '@common/operations/environments'
import type { TestServer } from '@tests/helpers/server'

interface Call {
  readonly args?: unknown
  readonly token: string
  readonly projectId: string
}

/** The legacy name of `environmentChange` is `projectChangeEnv`. */
type Names = Exclude<keyof typeof environmentOperations, 'environmentChange'> | 'projectChangeEnv'

/**
 * Valid calls of the operations about environments, in execution order. Each has an environment of its own.
 *
 * @param onServer  a project on a database server, with the settings of that database
 */
export function environmentCalls(
  now: () => {
    readonly server: TestServer
    readonly token: string
    readonly projectId: string
    readonly onServer: { readonly projectId: string; readonly settings: ConnectionSettingsInput }
  },
): Record<Names, () => Promise<Call>> {
  let made = 0
  const as = (): Pick<Call, 'token' | 'projectId'> => ({ token: now().token, projectId: now().projectId })
  const newEnvironment = async (init = as()): Promise<string> => {
    made += 1
    const { name } = await now().server.operate('environmentCreate', { name: `environment ${made}` }, init)
    return name
  }
  const withVariable = async (): Promise<{ environment: string; name: string }> => {
    const variable = { environment: await newEnvironment(), name: 'host' }
    await now().server.operate('variableSave', { ...variable, value: 'before' }, as())
    return variable
  }
  const onServer = (): Pick<Call, 'token' | 'projectId'> => ({
    token: now().token,
    projectId: now().onServer.projectId,
  })
  const withDatabase = async (): Promise<{ environment: string; settings: ConnectionSettingsInput }> => ({
    environment: await newEnvironment(onServer()),
    settings: now().onServer.settings,
  })
  return {
    environmentList: async () => as(),
    environmentCreate: async () => ({ args: { name: 'contract' }, ...as() }),
    environmentRename: async () => ({ args: { environment: await newEnvironment(), name: 'renamed' }, ...as() }),
    environmentDelete: async () => ({ args: { environment: await newEnvironment() }, ...as() }),
    projectChangeEnv: async () => ({ args: { env: await newEnvironment() }, ...as() }),
    variableSave: async () => ({ args: { ...(await withVariable()), value: 'after' }, ...as() }),
    variableDelete: async () => ({ args: await withVariable(), ...as() }),
    environmentConnectionRead: async () => ({ args: { environment: '_noco' }, ...as() }),
    environmentConnectionTest: async () => ({ args: await withDatabase(), ...onServer() }),
    environmentConnectionSave: async () => ({ args: await withDatabase(), ...onServer() }),
    environmentConnectionDelete: async () => {
      const given = await withDatabase()
      await now().server.operate('environmentConnectionSave', given, onServer())
      return { args: { environment: given.environment }, ...onServer() }
    },
    environmentProductionSet: async () => ({
      args: { environment: await newEnvironment(), production: true },
      ...as(),
    }),
    environmentFileCreate: async () => ({ args: { environment: await newEnvironment() }, ...as() }),
    environmentFileDelete: async () => {
      const environment = await newEnvironment()
      await now().server.operate('environmentFileCreate', { environment }, as())
      return { args: { environment }, ...as() }
    },
  }
}
