import { translated } from '@main/operations/legacy-call'
import { z } from 'zod'
import { changed, listed, name, wireList, wireSchemaChange } from './shapes'

const statement = z.string().min(1)
const before = z.string().nullish()

/** Calls about functions (wire §6): read, created, replaced and deleted by name. */
const functionCalls = {
  functionRead: translated('routineRead', {
    input: z.strictObject({ function_name: name }),
    output: wireList(z.object({ function_name: z.string(), create_function: z.string() })),
    toInput: (body) => ({ kind: 'function' as const, name: body.function_name }),
    toBody: (list, body) =>
      listed(
        list.map(({ definition }) => ({ function_name: String(body.function_name), create_function: definition })),
      ),
  }),
  functionCreate: translated('routineCreate', {
    input: z.strictObject({ function_name: name, create_function: statement }),
    output: wireSchemaChange,
    toInput: (body) => ({ kind: 'function' as const, definition: body.create_function }),
    toBody: changed,
  }),
  functionUpdate: translated('routineUpdate', {
    input: z.strictObject({ function_name: name, create_function: statement, oldCreateFunction: before }),
    output: wireSchemaChange,
    toInput: (body) => ({ kind: 'function' as const, name: body.function_name, definition: body.create_function }),
    toBody: changed,
  }),
  functionDelete: translated('routineDelete', {
    input: z.strictObject({ function_name: name, create_function: before, oldCreateFunction: before }),
    output: wireSchemaChange,
    toInput: (body) => ({ kind: 'function' as const, name: body.function_name }),
    toBody: changed,
  }),
}

const procedureCalls = {
  procedureRead: translated('routineRead', {
    input: z.strictObject({ procedure_name: name }),
    output: wireList(z.object({ procedure_name: z.string(), create_procedure: z.string() })),
    toInput: (body) => ({ kind: 'procedure' as const, name: body.procedure_name }),
    toBody: (list, body) =>
      listed(
        list.map(({ definition }) => ({ procedure_name: String(body.procedure_name), create_procedure: definition })),
      ),
  }),
  procedureCreate: translated('routineCreate', {
    input: z.strictObject({ procedure_name: name, create_procedure: statement }),
    output: wireSchemaChange,
    toInput: (body) => ({ kind: 'procedure' as const, definition: body.create_procedure }),
    toBody: changed,
  }),
  procedureUpdate: translated('routineUpdate', {
    input: z.strictObject({ procedure_name: name, create_procedure: statement, oldCreateProcedure: before }),
    output: wireSchemaChange,
    toInput: (body) => ({ kind: 'procedure' as const, name: body.procedure_name, definition: body.create_procedure }),
    toBody: changed,
  }),
  procedureDelete: translated('routineDelete', {
    input: z.strictObject({ procedure_name: name, create_procedure: before, oldCreateProcedure: before }),
    output: wireSchemaChange,
    toInput: (body) => ({ kind: 'procedure' as const, name: body.procedure_name }),
    toBody: changed,
  }),
}

export const routineCalls = { ...functionCalls, ...procedureCalls }
