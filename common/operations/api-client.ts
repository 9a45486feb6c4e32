import { performanceFigures, performanceLimits } from '@common/api-client/performance'
import { apiRequest, apiResponse, requestLimits } from '@common/api-client/request'
import { z } from 'zod'
import { defineOperations } from './define'

/** Folders and name of a stored request, joined by slashes: `Albums/List`. Its file is `Albums/List.http`. */
const path = z.string().trim().min(1).max(500)

const storedRequest = z.object({
  path: z.string(),
  /** Null if the file can't be read as a request. */
  request: apiRequest.nullable(),
})
export type StoredRequest = z.output<typeof storedRequest>

export const apiClientOperations = defineOperations({
  /**
   * Sends a request and returns the response. Requests to this server have the caller's own rights. Other hosts need
   * the permission `api.callOut`, and must be public or allowed by the administrator.
   */
  apiRequestSend: {
    changes: [],
    scope: 'project',
    permission: 'api.call',
    input: z.strictObject({ request: apiRequest }),
    output: apiResponse,
    errors: [
      'API_CALL_NESTED',
      'OUTBOUND_ADDRESS_INVALID',
      'OUTBOUND_HEADER_INVALID',
      'OUTBOUND_FORBIDDEN',
      'OUTBOUND_FAILED',
      'OUTBOUND_TIMEOUT',
      'TOO_MANY_REQUESTS',
      'VARIABLES_UNKNOWN',
    ],
  },
  /**
   * Sends a request to this server again and again, and returns how fast the server answered. Other hosts are rejected.
   * The server runs one test at a time.
   */
  apiPerformanceTest: {
    changes: [],
    scope: 'project',
    permission: 'api.measure',
    input: z.strictObject({
      request: apiRequest,
      seconds: z.number().int().min(1).max(performanceLimits.seconds).default(performanceLimits.seconds),
      connections: z.number().int().min(1).max(performanceLimits.connections).default(8),
    }),
    output: performanceFigures,
    errors: [
      'API_CALL_NESTED',
      'API_PERFORMANCE_ELSEWHERE',
      'OUTBOUND_ADDRESS_INVALID',
      'OUTBOUND_HEADER_INVALID',
      'TOO_MANY_REQUESTS',
      'VARIABLES_UNKNOWN',
    ],
  },
  /** Lists the stored requests of the project: files of its folder `apis`, in the order of their paths. */
  apiCollectionRead: {
    reads: ['apiRequests'],
    scope: 'project',
    permission: 'api.call',
    input: z.strictObject({}),
    output: z.object({ list: z.array(storedRequest) }),
    errors: [],
  },
  /**
   * Stores a request, without typed secrets. With `formerly`, replaces or renames a stored one.
   */
  apiRequestSave: {
    changes: ['apiRequests'],
    scope: 'project',
    permission: 'api.collect',
    input: z.strictObject({ path, request: apiRequest, formerly: path.optional() }),
    output: z.object({ path: z.string() }),
    errors: ['API_PATH_INVALID', 'API_PATH_TAKEN', 'API_REQUEST_NOT_FOUND', 'API_COLLECTION_FULL', 'DISK_FULL'],
  },
  /** Stores several requests at once, as imports do. Gives other names to those whose names are taken. */
  apiRequestImport: {
    changes: ['apiRequests'],
    scope: 'project',
    permission: 'api.collect',
    input: z.strictObject({
      requests: z
        .array(z.strictObject({ path, request: apiRequest }))
        .min(1)
        .max(requestLimits.savedRequests),
    }),
    output: z.object({ paths: z.array(z.string()) }),
    errors: ['API_PATH_INVALID', 'API_COLLECTION_FULL', 'DISK_FULL'],
  },
  /** Deletes a request, or a folder with its requests. */
  apiRequestDelete: {
    changes: ['apiRequests'],
    scope: 'project',
    permission: 'api.collect',
    input: z.strictObject({ path }),
    output: z.object({ deleted: z.number() }),
    errors: ['API_PATH_INVALID', 'API_REQUEST_NOT_FOUND'],
  },
})
