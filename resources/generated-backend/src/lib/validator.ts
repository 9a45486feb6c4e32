import { Ajv } from 'ajv'
import type { FastifySchemaCompiler } from 'fastify'

/** Addresses hold texts only, which become numbers and booleans. Bodies have to hold the right types. */
const ofAddress = new Ajv({ coerceTypes: true, allowUnionTypes: true })
const ofBody = new Ajv({ allowUnionTypes: true })

/** Compiles the schemas of requests. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? ofBody : ofAddress).compile(schema)
