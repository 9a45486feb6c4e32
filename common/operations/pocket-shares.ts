import { z } from 'zod'
import { defineOperations } from './define'

const tableName = z.string().min(1).max(255)
const ofView = { table: tableName, view: z.string().min(1).max(64).optional() }
const id = z.string().min(1).max(64)

/** Why a share on the network ended. */
export const pocketEnds = ['stopped', 'time', 'codes', 'closed'] as const

const visitor = z.object({
  /** Address of the device. */
  address: z.string(),
  /** Text of its `User-Agent` header. */
  agent: z.string().nullable(),
  connectedAt: z.string(),
  lastSeenAt: z.string(),
})

const share = z.object({
  id: z.string(),
  url: z.string(),
  /** Address of this computer on which it listens. */
  address: z.string(),
  /** Six digits that a device must enter. */
  code: z.string(),
  /** Wrong codes that are left before the share ends. */
  attemptsLeft: z.number().int(),
  endsAt: z.string(),
  /** Connected devices, newest first. */
  visitors: z.array(visitor),
})
/** A view that is reachable from devices in the same network. */
export type PocketShare = z.infer<typeof share>

const errors = ['POCKET_SHARE_ELSEWHERE', 'TABLE_NOT_FOUND', 'TABLE_VIEW_NOT_FOUND', 'SHARE_TABLE_RESTRICTED'] as const

/** Views on the network of this computer, for an hour each. Only people at the computer itself use them. */
export const pocketShareOperations = defineOperations({
  /** Returns the caller's share of a view, and the addresses of this computer. */
  pocketShareRead: {
    reads: ['shares'],
    scope: 'project',
    permission: 'share.manage',
    input: z.strictObject(ofView),
    output: z.object({
      /** Why the view can't be shared: the caller is at another computer, or the view is a form. */
      obstacle: z.enum(['elsewhere', 'form']).nullable(),
      addresses: z.array(z.object({ address: z.string(), name: z.string(), loopback: z.boolean() })),
      share: share.nullable(),
      /** Why the last share of this view ended. */
      ended: z.enum(pocketEnds).nullable(),
    }),
    errors: ['TABLE_NOT_FOUND', 'TABLE_VIEW_NOT_FOUND'],
  },
  /** Opens a listener on one address that serves this view and nothing else. An earlier share of the view ends. */
  pocketShareStart: {
    changes: ['shares'],
    scope: 'project',
    permission: 'share.manage',
    input: z.strictObject({
      ...ofView,
      address: z.string().min(1).max(64),
      timeZone: z.string().max(100).optional(),
      locale: z.string().max(35).optional(),
    }),
    output: share,
    errors: [
      ...errors,
      'POCKET_SHARE_FORM',
      'POCKET_ADDRESS_UNKNOWN',
      'POCKET_NOT_LISTENING',
      'POCKET_SHARES_TOO_MANY',
    ],
  },
  /** Lets a share end an hour from now. */
  pocketShareExtend: {
    changes: ['shares'],
    scope: 'project',
    permission: 'share.manage',
    input: z.strictObject({ id }),
    output: share,
    errors: ['SHARE_NOT_FOUND'],
  },
  /** Closes the listener and all its connections at once. */
  pocketShareStop: {
    changes: ['shares'],
    scope: 'project',
    permission: 'share.manage',
    input: z.strictObject({ id }),
    output: z.null(),
    errors: ['SHARE_NOT_FOUND'],
  },
})
