/** What the console offers for a member is what the chart allows, and an invitation says why it is not sent. */
import { expect, it } from 'vitest'
import { createActor, waitFor } from 'xstate'
import { memberLifecycle } from '#contract/account/member.lifecycle.ts'
import { allowedMoves } from '#contract/kit/lifecycle.ts'
import { teamMovesOf } from '#src/machines/account/team-move.ts'
import { inviteMachine } from '#src/services/account/team.actors.ts'

it.each([
  ['pending', '2026-11-28T10:00:00.000Z', ['again', 'revoke']],
  ['pending', null, []],
  ['active', null, ['deactivate', 'remove', 'role']],
  ['inactive', null, ['reactivate', 'remove']],
] as const)('offers for one who is %s, invited %s, %j', (status, invitedAt, moves) => {
  expect(teamMovesOf({ status, invitedAt })).toEqual(moves)
  expect(moves.length).toBeLessThanOrEqual(allowedMoves(memberLifecycle, status).length)
})

it('says that an address is none when it is to be sent, and sends nothing', async () => {
  const access = { bearer: () => 'token', renew: () => Promise.reject(new Error('nothing is sent')) }
  const dialog = createActor(inviteMachine({ access, userId: 'u' } as never, () => {})).start()
  dialog.send({ type: 'user.opened', entry: { email: '', role: 'USER' } })
  expect(dialog.getSnapshot().can({ type: 'user.submitted' })).toBe(false)
  dialog.send({ type: 'user.wrote', field: 'email', text: 'bad' })
  expect(dialog.getSnapshot().can({ type: 'user.submitted' })).toBe(true)
  dialog.send({ type: 'user.submitted' })
  const { context } = await waitFor(dialog, (it) => it.matches('open') && it.context.problem !== null)
  expect(context.problem).toMatchObject({
    message: 'Please enter a valid email address',
    errors: [{ path: '/email', message: 'Please enter a valid email address' }],
  })
})
