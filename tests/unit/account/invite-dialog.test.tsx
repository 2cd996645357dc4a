// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { createActor } from 'xstate'

import { inviteMachine } from '#src/services/account/team.actors.ts'
import { InviteDialog } from '#src/views/account/team/InviteDialog.tsx'

afterEach(cleanup)

it('an address that is none is told once, at its field', async () => {
  const user = userEvent.setup()
  const access = { bearer: () => 'token', renew: () => Promise.reject(new Error('nothing is sent')) }
  const actor = createActor(inviteMachine({ access, userId: 'u' } as never, () => {})).start()
  render(<InviteDialog actor={actor} isMailed />)
  actor.send({ type: 'user.opened', entry: { email: '', role: 'USER' } })
  await user.type(await screen.findByLabelText(/^Email/), 'bad')
  await user.click(screen.getByRole('button', { name: 'Send Invite' }))
  expect(await screen.findAllByText('Please enter a valid email address')).toHaveLength(1)
  expect(screen.queryByRole('alert')).toBeNull()
})
