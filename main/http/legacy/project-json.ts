import { apisFolder } from '@common/api-client/request'
import { defaultDbAlias, defaultEnvironment } from '@common/constants'
import { knexOfFile, knexOfSettings } from '@common/dialects'
import type { Project } from '@common/model'
import type { EnvironmentVariable, ListedEnvironment } from '@common/operations/environments'

/**
 * Returns a project in the original's file format (wire §5), without credentials.
 *
 * @param project  its file is named without a folder
 */
export function projectJson(project: Project, environments: readonly ListedEnvironment[]): Record<string, unknown> {
  const { id, title, prefix, type } = project
  const working = environments.find(({ isWorking }) => isWorking)
  return {
    version: '0.6',
    title,
    id,
    prefix,
    projectType: type,
    type: 'mvc',
    language: 'ts',
    workingEnv: working?.name ?? defaultEnvironment,
    dashboardPath: '/dashboard',
    folder: '',
    // Saved queries are in the meta store, in no folder.
    queriesFolder: '',
    apisFolder,
    api: apiOf(project),
    auth: { jwt: { dbAlias: defaultDbAlias } },
    apiClient: { data: dataOf(working?.variables ?? []) },
    envs: Object.fromEntries(
      environments.map((environment) => [environment.name, environmentJson(project, environment)]),
    ),
  }
}

function environmentJson(project: Project, { server, variables }: ListedEnvironment): object {
  const { inflection } = project
  // An environment without a server has the database of the project.
  const place = server ?? project.server
  return {
    db: [
      {
        // How knex calls it: scripts decide by the client.
        ...(place
          ? knexOfSettings({ kind: place.kind, host: place.host, port: place.port, database: place.database })
          : knexOfFile(project.filename)),
        meta: {
          dbAlias: defaultDbAlias,
          tn: 'nc_evolutions',
          metaTables: 'db',
          api: apiOf(project),
          migrations: { disabled: true, name: 'nc_evolutions' },
          ...(inflection && { inflection: { tn: inflection.table, cn: inflection.column } }),
        },
      },
    ],
    apiClient: { data: dataOf(variables) },
  }
}

const apiOf = ({ type }: Project) => ({ type, prefix: '', swagger: true, graphqlDepthLimit: 10 })

/** Variables as S1 §3 lists them. Secrets have no value. */
const dataOf = (variables: readonly EnvironmentVariable[]) =>
  variables.map(({ name, value, enabled }) => ({ key: name, value: value ?? '', enabled }))
