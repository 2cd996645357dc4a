/** Back from a provider: the sign-in is finished once, and another account is taken only by a person's decision. */
import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'
import type { SignedIn } from '#contract/connections/oauth.ts'
import { refusal } from '#contract/kit/problem.ts'
import { signInReturnMachine } from '#src/machines/connections/sign-in-return.machine.ts'
import { SignInReturn } from '#src/views/connections/oauth/SignInReturnRoute.tsx'
import { press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const signedIn: SignedIn = {
  ...{ result: 'signed-in', connectionId: '00000000-0000-4000-8000-000000000001', connection: 'CRM' },
  ...{ account: 'ops@shop.test', before: 'ops@shop.test', returnTo: '/connections' },
}
const other: SignedIn = { ...signedIn, result: 'other', account: 'eve@shop.test' }
const dead = refusal('connection/attempt-dead')

const fixture: Fixture<typeof signInReturnMachine> = {
  view: (actor) => <SignInReturn actor={actor} />,
  inputs: { 'a code of the provider': { state: 'state', code: 'code' }, 'an address without anything': { state: '' } },
  answers: {
    finish: {
      asks: { state: 'state', code: 'code' },
      answers: { 'it is the account': signedIn, 'it is another account': other },
      problems: { 'it was used': dead, 'the net is down': offline },
    },
    accept: {
      asks: { state: 'state', acceptsOther: true },
      answers: { 'it is taken': { ...other, result: 'signed-in' } },
      problems: { 'it is too late': dead },
    },
  },
  exits: ['Back to connections'],
  drivers: { 'user.accepted': press('Use new account'), 'user.refused': press('Keep current account') },
  assertions: {
    arriving: 'passing',
    finishing: () => screen.getByRole('status'),
    other: () => expect(alertText()).toContain('eve@shop.test'),
    accepting: () => expect(alertText()).toContain('eve@shop.test'),
    refused: () => {},
    signedIn: () => {},
    failed: ({ context: { problem } }) => expect(alertText()).toContain(problem?.message),
  },
  delays: {},
  project: ({ signedIn: it, problem }) => ({
    account: it?.account ?? null,
    result: it?.result ?? null,
    told: problem?.code ?? null,
  }),
  invariants: {
    'another account is taken only where a person accepted it': {
      when: ({ before, after }) => before.matches('other') && !after.matches('other'),
      holds: ({ event, after }) => {
        if (event.type !== 'user.accepted') expect(after.matches('refused')).toBe(true)
      },
    },
  },
}

describe('the return from a provider', () => {
  verifyShape(signInReturnMachine)
  verifyEveryEdge(signInReturnMachine, fixture)
})
