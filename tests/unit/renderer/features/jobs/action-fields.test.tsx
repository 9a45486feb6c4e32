import type { JobAction } from '@common/operations/actions'
import { ActionKindFields } from '@renderer/features/jobs'
import { emptyAction } from '@renderer/features/jobs/job-draft'
import { draw } from '@tests/helpers/renderer'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'

const changed = vi.fn<(action: JobAction) => void>()

function Form() {
  const [action, setAction] = useState<JobAction>(emptyAction('email'))
  const change = (next: JobAction): void => {
    setAction(next)
    changed(next)
  }
  return <ActionKindFields projectId="p" tables={[]} action={action} onChange={change} />
}

it('takes several addresses, typed one after the other', () => {
  draw(<Form />)
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'To' })
  let text = ''
  for (const letter of 'a@x.org, b@x.org') {
    text += letter
    fireEvent.change(field, { target: { value: text } })
    expect(field.value).toBe(text)
  }
  expect(changed).toHaveBeenLastCalledWith(expect.objectContaining({ to: ['a@x.org', 'b@x.org'] }))
})
