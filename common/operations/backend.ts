import { backendTypes } from '@common/generated-backend/model'
import { z } from 'zod'
import { defineOperations } from './define'

/** A server that is generated from a project (docs/generated-backend.md). */
export const backendOperations = defineOperations({
  /**
   * Returns a zip file with a REST server in TypeScript: a model, a route and a test for each table (S1 §7). Answers the
   * bytes themselves, not JSON.
   */
  projectGenerateBackend: {
    door: 'legacy',
    reads: ['schema', 'metadata', 'projects'],
    scope: 'project',
    permission: 'project.configure',
    wholeSchema: true,
    asText: true,
    input: z.strictObject({
      /** Name of an environment. One with another database than the working environment is rejected. */
      env: z.string().min(1).max(100).optional(),
      type: z.enum(backendTypes).default('mvc'),
      /** Names or titles. Default: all tables and views. */
      tables: z.array(z.string().min(1).max(255)).min(1).max(2_000).optional(),
    }),
    output: z.custom<Uint8Array | string>((given) => typeof given === 'string' || given instanceof Uint8Array),
    errors: [
      'TABLE_NOT_FOUND',
      'BACKEND_WITHOUT_TABLES',
      'NOT_SUPPORTED',
      'DATABASE_UNAVAILABLE',
      'ENVIRONMENT_NOT_WORKING',
    ],
  },
})
