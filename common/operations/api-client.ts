import { apiRequest, apiResponse } from '@common/api-client/request'
import { z } from 'zod'
import { defineOperations } from './define'

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
})
