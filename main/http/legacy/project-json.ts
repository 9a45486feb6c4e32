import { defaultDbAlias, defaultEnvironment } from '@common/constants'
import { knexOfFile, knexOfSettings } from '@common/dialects'
import type { Project } from '@common/model'

/**
 * Returns a project in the original's file format (wire §5), without credentials.
 *
 * @param project  its file is named without a folder
 */
export function projectJson(project: Project): Record<string, unknown> {
  const { id, title, prefix, type, server, filename, inflection } = project
  const place = server && { kind: server.kind, host: server.host, port: server.port, database: server.database }
  return {
    version: '0.6',
    title,
    id,
    prefix,
    projectType: type,
    workingEnv: defaultEnvironment,
    dashboardPath: '/dashboard',
    folder: '',
    envs: {
      [defaultEnvironment]: {
        db: [
          {
            // How knex calls it: scripts decide by the client.
            ...(place ? knexOfSettings(place) : knexOfFile(filename)),
            meta: {
              dbAlias: defaultDbAlias,
              tn: 'nc_evolutions',
              metaTables: 'db',
              api: { type, prefix: '', swagger: true, graphqlDepthLimit: 10 },
              migrations: { disabled: true, name: 'nc_evolutions' },
              ...(inflection && { inflection: { tn: inflection.table, cn: inflection.column } }),
            },
          },
        ],
        apiClient: { data: [] },
      },
    },
  }
}
