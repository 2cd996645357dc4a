/** What edges do not say of a sign-in: whose page it is, how the form is sent, and what is asked of the server. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import type { SessionState } from '#src/machines/auth/sign-in/session.events.ts'
import { sessionMachine } from '#src/machines/auth/sign-in/session.machine.ts'
import { SessionGate } from '#src/views/auth/sign-in/SessionGate.tsx'
import { SessionGuard } from '#src/views/auth/sign-in/SessionGuard.tsx'
import { pass, silence } from '../../kit/clock.ts'
import { ada, bob, sessionStateOf } from '../../kit/samples/people.ts'

afterEach(cleanup)

async function open(kept: SessionState | null, refresh: () => Promise<SessionState> = silence().ask as never) {
  const asked: unknown[] = []
  const clock = new SimulatedClock()
  const machine = sessionMachine.provide({
    actors: {
      restoreSession: fromPromise(() => Promise.resolve(kept)),
      signIn: fromPromise(({ input }) => {
        asked.push(input)
        return Promise.resolve(sessionStateOf(ada))
      }),
      refreshSession: fromPromise(refresh) as never,
      watchBrowser: fromCallback(() => {}) as never,
    },
  })
  const actor = createActor(machine, { clock }).start()
  await pass(clock, 0)
  render(
    <SessionGate actor={actor} challenge={null} isAtChallenge={false} providers={null}>
      <SessionGuard actor={actor} challenge={null}>
        <input aria-label="Note" />
      </SessionGuard>
    </SessionGate>,
  )
  return { actor, clock, asked, user: userEvent.setup() }
}

it('keeps what stands on a page for whoever wrote it', async () => {
  const { actor, user } = await open(sessionStateOf(ada))
  await user.type(screen.getByLabelText('Note'), 'half a sentence')
  act(() => actor.send({ type: 'browser.replaced', standing: sessionStateOf(ada) }))
  expect(screen.getByLabelText<HTMLInputElement>('Note').value, 'the same person').toBe('half a sentence')
  act(() => actor.send({ type: 'browser.replaced', standing: sessionStateOf(bob) }))
  expect(screen.getByLabelText<HTMLInputElement>('Note').value, 'another person').toBe('')
})

it('is sent with Enter, by the chart and not by the browser', async () => {
  const { clock, asked, user } = await open(null)
  await user.type(screen.getByLabelText('Email'), ada.email)
  await user.type(screen.getByLabelText('Password'), 'typed{Enter}')
  await act(() => pass(clock, 0))
  expect(asked).toEqual([{ email: ada.email, password: 'typed' }])
})

it('is not posted by the browser', async () => {
  await open(null)
  const isLeftToTheBrowser = fireEvent.submit(screen.getByRole('form', { name: 'Sign in' }))
  expect(isLeftToTheBrowser).toBe(false)
})

it('asks with the email that was meant and the password as it was typed', async () => {
  const { actor, clock, asked } = await open(null)
  await act(async () => {
    actor.send({ type: 'user.wroteEmail', email: '  ' })
    actor.send({ type: 'user.wrotePassword', password: ' two words ' })
    actor.send({ type: 'user.submitted' })
    await pass(clock, 0)
  })
  expect(asked, 'blanks are no email').toEqual([])
  await act(async () => {
    actor.send({ type: 'user.wroteEmail', email: ` ${ada.email} ` })
    actor.send({ type: 'user.submitted' })
    await pass(clock, 0)
  })
  expect(asked).toEqual([{ email: ada.email, password: ' two words ' }])
})

it('gives the focus back to what had it when somebody signs in again', async () => {
  const { actor, clock, user } = await open(sessionStateOf(ada), () => Promise.reject(refusal('auth/refresh-failed')))
  await user.click(screen.getByLabelText('Note'))
  act(() => actor.send({ type: 'browser.asked' }))
  await act(() => pass(clock, 0))
  screen.getByRole('dialog')
  await user.type(screen.getByLabelText('Password'), 'typed{Enter}')
  await act(() => pass(clock, 0))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Note'))
})
