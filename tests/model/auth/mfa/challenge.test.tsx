import { cleanup, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'

import type { MfaProof } from '#contract/auth/mfa.ts'
import { refusal } from '#contract/kit/problem.ts'
import { type ChallengeSnapshot, challengeMachine } from '#src/machines/auth/mfa/challenge.machine.ts'
import { ChallengeForm } from '#src/views/auth/mfa/ChallengeForm.tsx'
import { pass } from '../../kit/clock.ts'
import { press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { challengeOf } from '../../kit/samples/people.ts'
import { verifyShape } from '../../kit/shape.ts'

const digits = '012345'
const recovery = 'k7mq2-x9tfa'
const byApp = challengeOf('app')

const fixture: Fixture<typeof challengeMachine> = {
  view: (actor) => <ChallengeForm actor={actor} />,
  inputs: { 'an authenticator': byApp },
  answers: {
    verifyMfa: {
      asks: ({ context: { kind } }) => ({
        challengeId: byApp.challengeId,
        userId: byApp.userId,
        token: kind === 'recovery' ? recovery : digits,
        method: kind === 'recovery' ? 'recovery' : 'app',
      }),
      answers: { 'it is the person': undefined },
      problems: {
        'the code is wrong': refusal('auth/mfa-invalid'),
        'the net is down': refusal('net/unreachable'),
      },
    },
  },
  drivers: {
    'user.wroteCode': [
      { ...writesCode(digits), when: ({ context: { kind, code } }) => kind === 'code' && code === '' },
      { ...writesCode(recovery), when: ({ context: { kind, code } }) => kind === 'recovery' && code === '' },
    ],
    'user.choseRecovery': { ...press('Use a recovery code'), when: isFirst },
    'user.choseCode': { ...press('Use a code instead'), when: isFirst },
    'user.submitted': press('Verify'),
    'user.cancelled': press('Stop'),
  },
  assertions: {
    'open.writing': seesForm('Verify', false),
    'open.verifying': seesForm('Verifying…', true),
    passed: () => expect(screen.getByRole('status').textContent).toBe('Verified. Opening your page…'),
    ended: () => expect(screen.getByRole('status').textContent).toBe('Back to the sign-in…'),
  },
  delays: { challengeLimit: 300_000 },
  project: ({ kind, code, problem, wrongCodes }) => ({ kind, typed: code.length, alarmed: problem !== null, wrongCodes }),
  invariants: {
    'nobody passes but by the word of the server': {
      when: ({ after }) => after.matches('passed'),
      holds: ({ event }) => expect(event.type).toBe('xstate.done.actor.verifyMfa'),
    },
    'the fifth wrong code ends it, and none before': {
      when: ({ event }) => isWrong(event),
      holds: ({ before, after }) => expect(after.matches('ended')).toBe(before.context.wrongCodes === 4),
    },
    'only a wrong code is counted': {
      when: ({ before, event, after }) => before.matches({ open: 'verifying' }) && after.matches('open') && !isWrong(event),
      holds: ({ before, after }) => expect(after.context.wrongCodes).toBe(before.context.wrongCodes),
    },
    'what was typed stays through every failure': {
      when: ({ before, after }) => before.matches({ open: 'verifying' }) && after.matches('open'),
      holds: ({ before, after }) => expect(after.context.code).toBe(before.context.code),
    },
    'a failure is reported with its own message': {
      when: ({ event, after }) => event.type.startsWith('xstate.error.actor.') && after.matches('open'),
      holds: ({ event }) => expect(told()).toContain(Object(event['error']).problem.message),
    },
    'a wrong code has the title and the sentence of the catalogue': {
      when: ({ event, after }) => isWrong(event) && after.matches('open'),
      holds: () => expect(told()).toBe('MFA verification failedInvalid MFA token'),
    },
    'a code of one kind does not stand under the other': {
      when: ({ before, after }) => before.context.kind !== after.context.kind,
      holds: ({ after }) => expect(after.context.code).toBe(''),
    },
    'the time of a challenge ends it wherever it stands': {
      when: ({ event }) => event.type.startsWith('xstate.after.challengeLimit'),
      holds: ({ after }) => expect(after.matches('ended')).toBe(true),
    },
  },
}

describe('a challenge', () => {
  verifyShape(challengeMachine)
  verifyEveryEdge(challengeMachine, fixture)
})

it.each([
  ['012 345', '012345', true],
  ['01234', '01234', false],
  ['0123456789', '012345', true],
  ['１２３４５６', '', false],
  ['12a45b6', '12456', false],
])('of what is pasted as a code keeps its digits: %s', (pasted, kept, isComplete) => {
  const actor = createActor(challengeMachine, { input: byApp }).start()
  actor.send({ type: 'user.wroteCode', code: pasted })
  expect(actor.getSnapshot().context.code).toBe(kept)
  expect(actor.getSnapshot().can({ type: 'user.submitted' })).toBe(isComplete)
})

it.each(['app', 'sms', 'email'] as const)('asks with the method of the challenge: %s', async (method) => {
  const { actor, clock, asked } = open(method)
  actor.send({ type: 'user.wroteCode', code: digits })
  actor.send({ type: 'user.submitted' })
  await pass(clock, 0)
  expect(asked).toEqual([{ challengeId: `challenge by ${method}`, userId: 'ada', token: digits, method }])
})

it('asks with a recovery code as it was typed, without the blanks around it', async () => {
  const { actor, clock, asked } = open('sms')
  actor.send({ type: 'user.choseRecovery' })
  actor.send({ type: 'user.wroteCode', code: '  ' })
  expect(actor.getSnapshot().can({ type: 'user.submitted' })).toBe(false)
  actor.send({ type: 'user.wroteCode', code: ` ${recovery} ` })
  actor.send({ type: 'user.submitted' })
  await pass(clock, 0)
  expect(asked).toMatchObject([{ token: recovery, method: 'recovery' }])
})

it.each(['sms', 'email'] as const)('says of a code by %s that nothing can send it, where that is so', (method) => {
  const says = (isKept: boolean) => {
    cleanup()
    const input = { ...challengeOf(method, 'a•••@demo.test'), isKept }
    render(<ChallengeForm actor={createActor(challengeMachine, { input }).start()} />)
    return screen.getByRole('form').textContent
  }
  const kept = "We can't send the code for a•••@demo.test: no sender is set up. Your operator can find it in the outbox."
  expect(says(true)).toContain(kept)
  expect(says(false)).toMatch(/Enter the 6 digits we (sent|emailed) to a•••@demo\.test/)
})

it('lives as long as the server says, whatever is tried meanwhile', async () => {
  const { actor, clock } = open('app', 60_000)
  await pass(clock, 59_999)
  actor.send({ type: 'user.choseRecovery' })
  expect(actor.getSnapshot().matches('open')).toBe(true)
  await pass(clock, 1)
  expect(actor.getSnapshot().value).toBe('ended')
})

function open(method: 'app' | 'sms' | 'email', expiresIn = 300_000) {
  const asked: MfaProof[] = []
  const verifyMfa = fromPromise<void, MfaProof>(async ({ input }) => void asked.push(input))
  const clock = new SimulatedClock()
  const machine = challengeMachine.provide({ actors: { verifyMfa } })
  const actor = createActor(machine, { clock, input: { ...challengeOf(method), expiresIn } }).start()
  return { actor, clock, asked }
}

/** Whichever kind is asked for has the one field. */
function writesCode(code: string) {
  const find = () => screen.queryByRole('textbox')
  return { ...write(code, 'Code'), says: `write "${code}"`, find, event: { type: 'user.wroteCode', code } as const }
}

/** The kinds are walked before the first wrong code: after it nothing in them changes but the count. */
function isFirst({ context }: ChallengeSnapshot): boolean {
  return context.wrongCodes === 0 && context.problem === null
}

function seesForm(button: string, isBusy: boolean) {
  return ({ context: { kind, code } }: ChallengeSnapshot) => {
    expect(screen.getByRole('form', { name: 'Second factor' }).getAttribute('aria-busy')).toBe(String(isBusy))
    screen.getByRole('button', { name: button })
    const label = kind === 'code' ? 'Code' : 'Recovery code'
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: label }).value).toBe(code)
  }
}

function isWrong(event: { readonly type: string; readonly [key: string]: unknown }): boolean {
  return event.type === 'xstate.error.actor.verifyMfa' && Object(event['error']).problem.code === 'auth/mfa-invalid'
}

const told = () => screen.getByRole('alert').textContent
