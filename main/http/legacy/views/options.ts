import type { Table } from '@common/model'
import { kindOptions, readKindOptions, type ViewKind, type ViewOptions } from '@common/views'
import { isSafeAddress, type FieldPart, type FormOptions, type FormPart } from '@common/views/form'
import { z } from 'zod'
import { namesOf } from './names'
import type { QueryParams } from './types'

/** The kind of a view with its options. */
export interface WireOptionsOf {
  readonly kind: ViewKind
  readonly options: ViewOptions
}

/** Returns a key of the request; undefined if it equals the previous response. */
type Sent = (key: string) => unknown

const text = z.string()
const formField = z.object({
  label: z.string().nullish(),
  required: z.boolean().nullish(),
  description: z.string().nullish(),
})
const formParams = z.object({
  name: z.string().nullish(),
  description: z.string().nullish(),
  fields: z.record(z.string(), formField.catch({})).nullish().catch({}),
  submit: z
    .object({
      message: z.string().nullish(),
      submitRedirectUrl: z.string().nullish(),
      showBlankForm: z.boolean().nullish(),
      showAnotherSubmit: z.boolean().nullish(),
    })
    .nullish()
    .catch({}),
})

/** Returns the `query_params` that only some kinds of views have (wire §8.1): cover, stacks, form. */
export function wireOptions(table: Table, { kind, options }: WireOptionsOf, extras: QueryParams): QueryParams {
  const { titleOf } = namesOf(table)
  const titled = (key: string, column: string | undefined): QueryParams => {
    const title = column === undefined ? undefined : titleOf(column)
    return title === undefined ? {} : { [key]: title }
  }
  switch (kind) {
    case 'gallery':
      return titled('coverImageField', readKindOptions(kindOptions.gallery, options).coverColumn)
    case 'kanban': {
      const { coverColumn, stackColumn } = readKindOptions(kindOptions.kanban, options)
      return { ...titled('coverImageField', coverColumn), ...titled('groupingField', stackColumn) }
    }
    case 'form':
      return wireForm(table, readKindOptions(kindOptions.form, options), extras)
    default:
      return {}
  }
}

function wireForm(table: Table, form: FormOptions, extras: QueryParams): QueryParams {
  const { titleOf } = namesOf(table)
  const asked = (form.parts ?? []).flatMap((part): [string, FieldPart][] => {
    const title = part.kind === 'field' && part.column !== undefined ? titleOf(part.column) : undefined
    return part.kind === 'field' && title !== undefined ? [[title, part]] : []
  })
  const titles = new Set(asked.map(([title]) => title))
  const others = [...table.columns, ...table.virtualColumns]
    .map(({ title }) => title)
    .filter((title) => !titles.has(title))
  const extra = z
    .object({ formParams: z.record(z.string(), z.unknown()).catch({}) })
    .loose()
    .safeParse(extras['extraViewParams'])
  const { formParams: known = {}, ...more } = extra.data ?? {}
  return {
    showFields: Object.fromEntries([...titles, ...others].map((title) => [title, titles.has(title)])),
    fieldsOrder: [...titles, ...others],
    extraViewParams: {
      ...more,
      formParams: {
        ...known,
        name: form.title ?? '',
        description: form.description ?? '',
        fields: Object.fromEntries(
          asked.map(([title, { label, required = false, help }]) => [
            title,
            { label: label ?? '', required, description: help ?? '' },
          ]),
        ),
        submit: {
          ...(form.after?.kind === 'redirect'
            ? { submitRedirectUrl: form.after.address }
            : { message: form.after?.text ?? '' }),
          showAnotherSubmit: form.again ?? false,
        },
      },
    },
  }
}

/** Parses the options of a view's kind from a script's request; undefined if the request doesn't change them. */
export function optionsFrom(table: Table, { kind, options }: WireOptionsOf, sent: Sent): ViewOptions | undefined {
  const { idOf } = namesOf(table)
  const changed = (key: string, option: string): ViewOptions => {
    const title = text.safeParse(sent(key)).data
    const column = title === undefined ? undefined : idOf(title)
    return column === undefined ? {} : { [option]: column }
  }
  const said = ((): ViewOptions => {
    switch (kind) {
      case 'gallery':
        return changed('coverImageField', 'coverColumn')
      case 'kanban':
        return { ...changed('coverImageField', 'coverColumn'), ...changed('groupingField', 'stackColumn') }
      case 'form':
        return formFrom(table, readKindOptions(kindOptions.form, options), sent)
      default:
        return {}
    }
  })()
  const next = { ...options, ...said }
  if (Object.keys(said).length === 0) return undefined
  // Invalid options are stored for scripts only.
  return kindOptions[kind].schema.safeParse(next).success ? next : undefined
}

function formFrom(table: Table, before: FormOptions, sent: Sent): ViewOptions {
  const { idOf } = namesOf(table)
  const params = z.object({ formParams }).safeParse(sent('extraViewParams')).data?.formParams
  const shown = z.record(z.string(), z.unknown()).safeParse(sent('showFields')).data
  const order = z.array(z.string()).safeParse(sent('fieldsOrder')).data
  const said: Record<string, unknown> = {}
  if (params?.name) said['title'] = params.name
  if (params?.description) said['description'] = params.description
  const { submitRedirectUrl, message, showBlankForm, showAnotherSubmit } = params?.submit ?? {}
  if (submitRedirectUrl && isSafeAddress(submitRedirectUrl))
    said['after'] = { kind: 'redirect', address: submitRedirectUrl }
  else if (message) said['after'] = { kind: 'text', text: message }
  if (showAnotherSubmit ?? showBlankForm) said['again'] = true

  if (shown === undefined && order === undefined && params?.fields === undefined) return said as ViewOptions
  const known = new Map(
    (before.parts ?? []).flatMap((part) =>
      part.kind === 'field' && part.column !== undefined ? [[part.column, part]] : [],
    ),
  )
  const isAsked = (id: string): boolean => {
    const entry = Object.entries(shown ?? {}).find(([title]) => idOf(title) === id)
    return entry === undefined ? known.has(id) : Boolean(entry[1])
  }
  const ids = [
    ...(order ?? []).flatMap((title) => idOf(title) ?? []),
    ...known.keys(),
    ...Object.keys(shown ?? {}).flatMap((title) => idOf(title) ?? []),
  ]
  const fieldOf = new Map(Object.entries(params?.fields ?? {}).map(([title, field]) => [idOf(title), field]))
  const asked = [...new Set(ids)].filter(isAsked)
  const partOf = (column: string): FieldPart => {
    const field = fieldOf.get(column)
    return {
      ...(known.get(column) ?? { kind: 'field', column }),
      ...(field?.label ? { label: field.label } : {}),
      ...(field?.description ? { help: field.description } : {}),
      ...(typeof field?.required === 'boolean' ? { required: field.required } : {}),
    }
  }
  // Scripts don't know sections. If a form has sections, its fields keep their order.
  said['parts'] = before.parts?.some(({ kind }) => kind === 'section')
    ? [
        ...before.parts.flatMap((part): FormPart[] =>
          part.kind === 'section' ? [part] : asked.flatMap((id) => (id === part.column ? [partOf(id)] : [])),
        ),
        ...asked.filter((id) => !known.has(id)).map(partOf),
      ]
    : asked.map(partOf)
  return said as ViewOptions
}
