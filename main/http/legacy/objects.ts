import { translated } from '@main/operations/legacy-call'
import { z } from 'zod'
import { renamedTo } from './renamed'
import { routineCalls } from './routines'
import { changed, flag, listed, name, wireList, wireSchemaChange } from './shapes'

const listInput = z.strictObject({ includeM2M: z.boolean().optional(), force: z.boolean().optional() })
const statement = z.string().min(1)

/** Names in words that engines read alike. */
const quoted = (word: string): string =>
  /^[\p{L}_][\p{L}\p{N}_]*$/u.test(word) ? word : `"${word.replaceAll('"', '""')}"`

/** Calls about objects of a schema beside its tables (wire §6). */
export const objectCalls = {
  /** An index is not unique unless `non_unique` says so. */
  indexCreate: translated('indexCreate', {
    input: z.strictObject({
      tn: name,
      columns: z.array(name).min(1).max(16),
      indexName: name,
      non_unique: flag.nullish(),
    }),
    output: wireSchemaChange,
    toInput: ({ tn, columns, indexName, non_unique: repeats }) => ({
      table: tn,
      name: indexName,
      columns,
      unique: repeats === false || repeats === 0,
    }),
    toBody: changed,
  }),
  /** Scripts send the whole index. */
  indexDelete: translated('indexDelete', {
    input: z.strictObject({
      tn: name,
      indexName: name,
      columns: z.array(z.string()).nullish(),
      non_unique: flag.nullish(),
      non_unique_original: flag.nullish(),
    }),
    output: wireSchemaChange,
    toInput: ({ tn, indexName }) => ({ table: tn, name: indexName }),
    toBody: changed,
  }),
  checkList: renamedTo(
    'checkList',
    { tn: 'table' },
    wireList(z.object({ check_name: z.string(), check_condition: z.string() })),
    (list) => listed(list.map((check) => ({ check_name: check.name, check_condition: check.condition }))),
  ),
  checkCreate: renamedTo(
    'checkCreate',
    { tn: 'table', check_name: 'name', check_condition: 'condition' },
    wireSchemaChange,
    changed,
  ),
  checkDelete: renamedTo('checkDelete', { tn: 'table', check_name: 'name' }, wireSchemaChange, changed),
  triggerList: translated('triggerList', {
    input: z.strictObject({ tn: name }),
    output: wireList(z.object({ trigger: z.string(), timing: z.string(), event: z.string(), statement: z.string() })),
    toInput: ({ tn }) => ({ table: tn }),
    toBody: (list) => listed(list.map(({ name: trigger, ...rest }) => ({ trigger, ...rest }))),
  }),
  viewCreate: translated('sqlViewCreate', {
    input: z.strictObject({ view_name: name, view_definition: statement }),
    output: wireSchemaChange,
    toInput: (body) => ({ name: body.view_name, definition: body.view_definition }),
    toBody: changed,
  }),
  viewRead: translated('sqlViewRead', {
    input: z.strictObject({ view_name: name }),
    output: wireList(z.object({ view_definition: z.string() })),
    toInput: (body) => ({ name: body.view_name }),
    toBody: ({ definition }) => listed([{ view_definition: definition }]),
  }),
  viewUpdate: translated('sqlViewUpdate', {
    input: z.strictObject({
      view_name: name,
      view_definition: statement,
      /** Spelled as scripts spell it. */
      oldViewDefination: z.string().nullish(),
    }),
    output: wireSchemaChange,
    toInput: (body) => ({ name: body.view_name, definition: body.view_definition }),
    toBody: changed,
  }),
  viewDelete: translated('sqlViewDelete', {
    input: z.strictObject({
      view_name: name,
      view_definition: z.string().nullish(),
      oldViewDefination: z.string().nullish(),
    }),
    output: wireSchemaChange,
    toInput: (body) => ({ name: body.view_name }),
    toBody: changed,
  }),
  ...routineCalls,
  triggerCreate: translated('triggerCreate', {
    input: z.strictObject({
      tn: name,
      trigger_name: name,
      timing: z.string().max(20),
      event: z.string().max(60),
      statement,
    }),
    output: wireSchemaChange,
    // The parts of one statement, which the operation checks as a whole.
    toInput: ({ tn, trigger_name: trigger, timing, event, statement: body }) => ({
      table: tn,
      definition: `CREATE TRIGGER ${quoted(trigger)} ${timing} ${event} ON ${quoted(tn)} FOR EACH ROW ${body}`,
    }),
    toBody: changed,
  }),
  triggerDelete: translated('triggerDelete', {
    input: z.strictObject({
      tn: name,
      trigger_name: name,
      timing: z.string().nullish(),
      event: z.string().nullish(),
      statement: z.string().nullish(),
    }),
    output: wireSchemaChange,
    toInput: ({ tn, trigger_name: trigger }) => ({ table: tn, name: trigger }),
    toBody: changed,
  }),
  functionList: translated('functionList', {
    input: listInput,
    output: wireList(z.object({ function_name: z.string() })),
    toInput: () => ({}),
    toBody: (names) => listed(names.map((each) => ({ function_name: each }))),
  }),
  procedureList: translated('procedureList', {
    input: listInput,
    output: wireList(z.object({ procedure_name: z.string() })),
    toInput: () => ({}),
    toBody: (names) => listed(names.map((each) => ({ procedure_name: each }))),
  }),
  sequenceList: translated('sequenceList', {
    input: listInput,
    output: wireList(z.object({ sequence_name: z.string() })),
    toInput: () => ({}),
    toBody: (names) => listed(names.map((each) => ({ sequence_name: each }))),
  }),
}
