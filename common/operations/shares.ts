import { baseRoles } from '@common/principal'
import { viewKinds, viewOptions, viewSettings } from '@common/views'
import { z } from 'zod'
import { defineOperations } from './define'
import { rowValues } from './row-values'
import { tableModel } from './table-shapes'

/** Limits of links for visitors. */
export const shareLimits = {
  passwordCharacters: 1_024,
  originsMax: 20,
  /** People need this long to answer a form. Pages send no sooner. */
  answerMs: 2_000,
} as const

const tableName = z.string().min(1).max(255)
const id = z.string().min(1).max(64)
/** The id in the address of a link. Takes any text: one that can't be a link answers like an unknown one. */
const link = z.string().max(10_000)
const password = z.string().min(1).max(shareLimits.passwordCharacters)
const time = z.iso.datetime({ offset: true })

const host = String.raw`(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*`
const originPattern = new RegExp(String.raw`^https?:\/\/(?:${host}|\[[0-9a-f:]+\])(?::\d{1,5})?$`)

/** An origin of pages that may show a link in a frame: `https://wiki.example.com`. */
const origin = z
  .string()
  .max(300)
  .transform((text) => text.trim().toLowerCase().replace(/\/$/, ''))
  .refine((text) => originPattern.test(text))

const settings = {
  /** False turns the link off. Its address works again once it is on. */
  enabled: z.boolean().optional(),
  /** Null removes the password. */
  password: password.nullable().optional(),
  /** ISO 8601; null for a link that doesn't expire. */
  expiresAt: time.nullable().optional(),
  /** Lets visitors download the records as a file. */
  download: z.boolean().optional(),
  /** Shows one question of a form at a time. */
  survey: z.boolean().optional(),
  /** Origins of pages that may embed the link. By default none. */
  embedOrigins: z.array(origin).max(shareLimits.originsMax).optional(),
}
/** For relative dates in the filter of the view. */
const reader = { timeZone: z.string().max(100).optional(), locale: z.string().max(35).optional() }
const ofView = { table: tableName, view: z.string().min(1).max(64).optional() }

const sharedView = z.object({
  /** Absent for the default grid of the table. */
  id: z.string().optional(),
  /** Empty for the default grid. */
  title: z.string(),
  kind: z.enum(viewKinds),
  table: z.string(),
})

const share = z.object({
  id: z.string(),
  /** The id in its address. */
  link: z.string(),
  url: z.string(),
  /** Address for frames. */
  embedUrl: z.string(),
  /** Null for a shared base. */
  view: sharedView.nullable(),
  /** Role of visitors of a base. */
  role: z.enum(baseRoles).nullable(),
  enabled: z.boolean(),
  hasPassword: z.boolean(),
  expiresAt: z.string().nullable(),
  expired: z.boolean(),
  download: z.boolean(),
  survey: z.boolean(),
  embedOrigins: z.array(z.string()),
  /** A script has narrowed its columns, filter or order. */
  narrowed: z.boolean(),
  opened: z.number().int(),
  lastOpenedAt: z.string().nullable(),
  createdAt: z.string(),
})
/** A link for visitors, as the people see it who manage it. */
export type Share = z.infer<typeof share>

const visitor = z.object({
  /** Token for the header `basalt-visitor`. */
  token: z.string(),
  expires: z.string(),
})

const opened = {
  projectId: z.string(),
  visitor,
  /** Name of the person who shared it; null without a name. */
  sharedBy: z.string().nullable(),
  expiresAt: z.string().nullable(),
}

const openedShare = z.discriminatedUnion('kind', [
  z.object({
    ...opened,
    kind: z.literal('view'),
    /** Name of its table. The title of the table isn't told. */
    table: z.string(),
    view: z.object({
      id: z.string(),
      title: z.string(),
      kind: z.enum(viewKinds),
      settings: viewSettings,
      options: viewOptions,
    }),
    download: z.boolean(),
  }),
  z.object({
    ...opened,
    kind: z.literal('form'),
    /** Its table with the columns of its fields alone. */
    table: tableModel,
    view: z.object({ id: z.string(), title: z.string(), options: viewOptions }),
    survey: z.boolean(),
    /** Why it takes no answers now. */
    closed: z.enum(['incomplete', 'readOnly']).nullable(),
  }),
  z.object({ ...opened, kind: z.literal('base'), title: z.string(), role: z.enum(baseRoles) }),
])
/** A link that a visitor has opened. */
export type OpenedShare = z.infer<typeof openedShare>

/** Characters of all answers of a visitor. */
const answersCharactersMax = 200_000

const answers = rowValues.refine((given) => JSON.stringify(given).length <= answersCharactersMax)

export const shareOperations = defineOperations({
  /** Lists all links of the project, newest first. */
  shareList: {
    reads: ['shares', 'views'],
    scope: 'project',
    permission: 'share.manage',
    input: z.strictObject({}),
    output: z.object({ list: z.array(share) }),
    errors: [],
  },
  /** Returns the link of a view; null without one. */
  shareRead: {
    reads: ['shares', 'views'],
    scope: 'project',
    permission: 'share.manage',
    input: z.strictObject(ofView),
    output: share.nullable(),
    errors: ['TABLE_NOT_FOUND', 'TABLE_VIEW_NOT_FOUND'],
  },
  /** Shares a view. A view that is shared already keeps its link; the given settings then change. */
  shareCreate: {
    changes: ['shares'],
    scope: 'project',
    permission: 'share.manage',
    input: z.strictObject({ ...ofView, ...settings, ...reader }),
    output: share,
    errors: ['TABLE_NOT_FOUND', 'TABLE_VIEW_NOT_FOUND', 'SHARE_TABLE_RESTRICTED', 'SHARE_EXPIRY_PAST'],
  },
  /** Changes settings of a link. They apply to visitors from their next request. */
  shareUpdate: {
    changes: ['shares'],
    scope: 'project',
    permission: 'share.manage',
    input: z.strictObject({ id, ...settings, role: z.enum(baseRoles).optional() }),
    output: share,
    errors: ['SHARE_NOT_FOUND', 'SHARE_EXPIRY_PAST', 'SHARE_TABLE_RESTRICTED', 'ROLE_ABOVE_OWN'],
  },
  /** Gives a link a new address. The earlier one stops working. */
  shareReplace: {
    changes: ['shares'],
    scope: 'project',
    permission: 'share.manage',
    input: z.strictObject({ id }),
    output: share,
    errors: ['SHARE_NOT_FOUND', 'SHARE_TABLE_RESTRICTED', 'ROLE_ABOVE_OWN'],
  },
  /** Deletes a link with its settings. */
  shareRevoke: {
    changes: ['shares'],
    scope: 'project',
    permission: 'share.manage',
    input: z.strictObject({ id }),
    output: z.null(),
    errors: ['SHARE_NOT_FOUND'],
  },
  /** Returns the link of the whole project; null without one. */
  shareBaseRead: {
    reads: ['shares'],
    scope: 'project',
    permission: 'share.manage',
    input: z.strictObject({}),
    output: share.nullable(),
    errors: [],
  },
  /** Shares the whole project with a role. A project that is shared already keeps its link. */
  shareBaseCreate: {
    changes: ['shares'],
    scope: 'project',
    permission: 'share.manage',
    input: z.strictObject({
      role: z.enum(baseRoles),
      enabled: settings.enabled,
      password: settings.password,
      expiresAt: settings.expiresAt,
    }),
    output: share,
    errors: ['SHARE_EXPIRY_PAST', 'ROLE_ABOVE_OWN'],
  },
  /**
   * Opens a link for a visitor. Takes the password, or the token of an earlier answer, which is then renewed. Unknown,
   * revoked and expired links answer the same.
   */
  shareOpen: {
    reads: ['shares', 'views', 'schema', 'metadata'],
    scope: 'installation',
    permission: 'account.public',
    input: z.strictObject({
      link,
      password: z.string().max(10_000).optional(),
      visitor: z.string().max(1_000).optional(),
    }),
    output: openedShare,
    errors: ['SHARE_CLOSED', 'SHARE_PASSWORD_NEEDED', 'SHARE_PASSWORD_WRONG', 'TOO_MANY_ATTEMPTS'],
  },
  /**
   * Answers a shared form, by the same rules as `formSubmit`. A multipart call sends files, each in a part with the name
   * of its field.
   */
  shareSubmit: {
    forVisitors: true,
    takesFile: true,
    changes: ['rows'],
    scope: 'project',
    permission: 'share.answer',
    input: z.strictObject({
      answers,
      /** Unique id of the submission, as for `formSubmit`. */
      submission: z.string().regex(/^[\w-]{16,64}$/),
      timeZone: z.string().max(100).optional(),
      locale: z.string().max(35).optional(),
      /** Token of `shareOpen`: people need some time to answer. */
      visitor: z.string().max(1_000),
      /** A field that people don't see. The server rejects programs that fill in everything. */
      website: z.string().max(1_000).optional(),
    }),
    output: z.object({ done: z.literal(true) }),
    errors: [
      'SHARE_CLOSED',
      'SHARE_FORM_INCOMPLETE',
      'SHARE_ANSWER_REFUSED',
      'SHARE_ANSWER_EARLY',
      'SHARE_ANSWERS_TOO_MANY',
      'SHARE_FILES_TOO_LARGE',
      'SHARE_FILES_TOO_MANY',
      'VIEW_READ_ONLY',
      'ROW_INVALID',
      'ROW_NOT_FOUND',
      'ROW_KEY_INVALID',
      'WRITE_UNCERTAIN',
    ],
  },
  /** Finds records that a field of a shared form can link: by their name, or by the values of an answer. */
  shareRecords: {
    forVisitors: true,
    reads: ['rows'],
    scope: 'project',
    permission: 'share.answer',
    input: z.strictObject({
      /** Id of the field. */
      field: z.string().min(1).max(255),
      search: z.string().max(1_000).optional(),
      values: z.array(z.string().max(4_000)).max(500).optional(),
      timeZone: z.string().max(100).optional(),
      locale: z.string().max(35).optional(),
    }),
    output: z.object({ list: z.array(z.object({ value: z.string(), label: z.string() })) }),
    errors: ['SHARE_CLOSED'],
  },
})
