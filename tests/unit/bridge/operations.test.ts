import { AppError } from '@common/errors'
import { invokeFromWindow, isSuperAdmin } from '@main/bridge/operations'
import type { CallFacts, Invoker } from '@main/operations/invoke'
import { describe, expect, it } from 'vitest'

/** A pipeline that knows one token and records its calls. */
function fakeInvoker() {
  const asked: { facts: CallFacts; name?: string; args?: unknown; transport?: string }[] = []
  const invoker = {
    context: async (facts: CallFacts) => {
      asked.push({ facts })
      const isSuperAdmin = facts.token === 'super'
      return { principal: facts.token === undefined ? { kind: 'anonymous' } : { kind: 'person', isSuperAdmin } }
    },
    invoke: async (name: string, args: unknown, _context: unknown, transport: string) => {
      asked.push({ ...asked.at(-1), name, args, transport } as never)
      if (name === 'nothing') throw new AppError('OPERATION_NOT_FOUND', { name })
      return 'done'
    },
  } as unknown as Invoker
  return { invoker, asked }
}

describe('an operation from the window', () => {
  it('runs through the pipeline like a call of the page, with its own token', async () => {
    const { invoker, asked } = fakeInvoker()
    const call = { name: 'tableList', token: 'super', projectId: 'p1', args: { force: true } }
    expect(await invokeFromWindow(invoker, call, 'r1')).toBe('done')
    expect(asked.at(-1)).toMatchObject({
      facts: { token: 'super', projectId: 'p1', requestId: 'r1', ip: null },
      name: 'tableList',
      args: { force: true },
      transport: 'operations',
    })
  })

  it('has no rights without a token, and no cookie ever', async () => {
    const { invoker, asked } = fakeInvoker()
    await invokeFromWindow(invoker, { name: 'projectList', token: null, projectId: null, args: {} }, 'r2')
    expect(asked[0]?.facts.token).toBeUndefined()
    expect(asked[0]?.facts).not.toHaveProperty('refreshCookie')
  })
})

describe('the super admin', () => {
  it.each([
    ['super', true],
    ['owner', false],
  ])('is known by the rights behind the token: %s', async (token, expected) => {
    expect(await isSuperAdmin(fakeInvoker().invoker, token)).toBe(expected)
  })
})
