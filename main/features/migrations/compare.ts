import { createHash } from 'node:crypto'
import { AppError } from '@common/errors'
import type { ScriptStatement, SchemaDifference } from '@common/schema-script'
import type { Database } from '@main/db/database'
import { compareModels, differencesOf, type SchemaModels } from '@main/db/schema-diff'
import type { SchemaModel } from '@main/db/schema-model'
import type { Recorder } from './recorder'
import { modelsOf, runStatements } from './run'
import type { DatabaseKey, MigrationRepository } from './repository'

/** An environment with its open database. */
export interface EnvironmentPlace {
  readonly key: DatabaseKey
  readonly database: Database
  readonly production: boolean
}

/** Opens the database of an environment while work runs. */
export type WithEnvironment = <T>(
  projectId: string,
  environment: string,
  work: (place: EnvironmentPlace) => Promise<T>,
) => Promise<T>

export interface Comparison {
  readonly differences: SchemaDifference[]
  readonly script: ScriptStatement[]
  readonly digest: string
  readonly production: boolean
}

/** Comparisons of the schemas of two environments. Errors: see `common/operations/migrations.ts`. */
export interface SchemaComparisons {
  readonly compare: (projectId: string, target: string, source: string) => Promise<Comparison>
  /** Returns the number of statements. */
  readonly apply: (
    projectId: string,
    userId: number | null,
    given: { readonly target: string; readonly source: string; readonly digest: string },
  ) => Promise<number>
}

interface Compared extends Comparison {
  readonly place: EnvironmentPlace
  readonly models: SchemaModels
  readonly before: SchemaModel
}

const scriptTitle = 'like_another_environment'

export function createSchemaComparisons(options: {
  readonly withEnvironment: WithEnvironment
  readonly repository: MigrationRepository
  readonly recorder: Pick<Recorder, 'write'>
  readonly between: <T>(projectId: string, work: () => Promise<T>) => Promise<T>
  readonly report: (error: unknown) => void
}): SchemaComparisons {
  const { withEnvironment, repository, recorder, between, report } = options

  const compared = <T>(
    projectId: string,
    target: string,
    source: string,
    work: (compared: Compared) => Promise<T>,
  ): Promise<T> =>
    withEnvironment(projectId, target, (place) =>
      withEnvironment(projectId, source, async (other) => {
        if (place.key.environmentId === other.key.environmentId) throw new AppError('SCHEMAS_OF_ONE_DATABASE')
        const models = modelsOf(place.database)
        const [before, wanted] = await Promise.all([models.read(place.database), models.read(other.database)])
        const diff = compareModels(before, wanted, models)
        const script = models.script(diff)
        return work({
          place,
          models,
          before,
          differences: differencesOf(diff),
          script,
          digest: createHash('sha256').update(JSON.stringify(script)).digest('hex'),
          production: place.production,
        })
      }),
    )

  return {
    compare: (projectId, target, source) =>
      compared(projectId, target, source, ({ differences, script, digest, production }) =>
        Promise.resolve({ differences, script, digest, production }),
      ),

    apply: (projectId, userId, { target, source, digest }) =>
      between(projectId, () =>
        compared(projectId, target, source, async (found) => {
          const { place, models, before, script } = found
          if (found.digest !== digest) throw new AppError('SCHEMA_SCRIPT_STALE')
          const statements = script.map(({ sql }) => sql)
          await runStatements(place.database, target, statements)
          const after = await models.read(place.database)
          const expected = await repository.expected(place.key)
          // The script is a migration too, where the environment has some.
          if (expected !== undefined)
            await recorder
              .write(place.key, models, { title: scriptTitle, before, after, expected, userId })
              .catch(report)
          return statements.length
        }),
      ),
  }
}
