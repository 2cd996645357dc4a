import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { Acceptance, OpenInvitation } from '#contract/auth/invitation.ts'
import { passwordPolicyDefaults } from '#contract/auth/password-policy.ts'
import { refusal } from '#contract/kit/problem.ts'
import {
  type InvitationField,
  type InvitationSnapshot,
  invitationMachine,
} from '#src/machines/auth/sign-up/invitation.machine.ts'
import { InvitationPage } from '#src/views/auth/sign-up/InvitationPage.tsx'
import { pass } from '../../kit/clock.ts'
import { press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import {
  alertText,
  bug,
  faultAtField,
  fieldAt,
  fitting,
  frameExits,
  heading,
  offline,
  seesForm,
  unfit,
  wrongAt,
} from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const token = 'the-token-of-the-invitation'
const invited: OpenInvitation = {
  email: 'grace@example.test',
  role: 'ADMIN',
  companyName: 'Analytical Engines',
  invitedBy: 'Ada Lovelace',
  expiresAt: '2026-11-24T10:00:00.000Z',
  passwordPolicy: passwordPolicyDefaults,
  signIn: 'password',
}
const withSso: OpenInvitation = { ...invited, signIn: 'sso' }
const asksPassword = ({ context }: InvitationSnapshot) => context.invitation?.signIn === 'password'
const labels: Readonly<Record<InvitationField, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  password: 'Password',
}
const order = Object.keys(labels) as InvitationField[]
const member = { firstName: 'Grace', lastName: 'Hopper', password: fitting }

const fixture: Fixture<typeof invitationMachine> = {
  view: (actor) => <InvitationPage actor={actor} />,
  inputs: { 'a link': { token }, 'a link without a token': { token: null } },
  answers: {
    lookAtInvitation: {
      asks: { token },
      answers: { 'it is open': invited, 'it is open, and single sign-on is required': withSso },
      problems: {
        'it is over': refusal('invitation/dead'),
        'no link has this form': wrongAt('/token'),
        'the net is down': offline,
        'a bug': bug,
      },
    },
    acceptInvitation: {
      asks: (snapshot) => {
        const { password, ...names } = member
        return { token, ...names, ...(asksPassword(snapshot) ? { password } : {}) }
      },
      answers: { 'a member': undefined },
      problems: {
        'it ended meanwhile': refusal('invitation/dead'),
        'the password is a known one': wrongAt('/password'),
        'the address is a member elsewhere': refusal('invitation/elsewhere'),
        'the net went down': offline,
      },
    },
  },
  drivers: {
    'user.wrote': [
      fills('firstName'),
      fills('lastName'),
      fills('password'),
      { ...writes('password', unfit), when: ({ context: { written } }) => written.password === fitting },
      {
        ...writes('firstName', '  '),
        when: ({ context: { written } }) => written.firstName === member.firstName && written.password === fitting,
      },
    ],
    'user.toggledPassword': press('Show password'),
    'user.submitted': press('Accept the invitation'),
    'user.cancelled': press('Cancel'),
    'user.retried': press('Retry'),
  },
  assertions: {
    opening: 'passing',
    linkless: () => expect(heading()).toBe('This link is incomplete'),
    looking: () => expect(screen.getByRole('status').textContent).toBe('Loading your invitation…'),
    unreachable: ({ context }) => expect(alertText()).toContain(context.problem?.message),
    writing: (snapshot) => sees('Accept the invitation', false, snapshot),
    accepting: (snapshot) => sees('Accepting…', true, snapshot),
    accepted: (snapshot) => {
      screen.getByText(/^You joined Analytical Engines\./)
      const [name, href] = asksPassword(snapshot) ? ['Sign in', '/sign-in'] : ['Use single sign-on', '/sso']
      expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href)
    },
    ended: () => expect(heading()).toBe('Invitation no longer valid'),
  },
  delays: {},
  project: ({ token: it, invitation, written, problem: met }) => ({
    linkless: it === null,
    found: invitation?.signIn ?? false,
    filled: order.filter((field) => written[field].trim() !== '').length,
    unfit: written.password === unfit,
    told: met?.code ?? false,
    atField: met?.errors !== undefined,
  }),
  exits: [...frameExits, 'Back to sign in', 'Sign in', 'Use single sign-on'],
  invariants: {
    'what was typed stays, whatever comes back': {
      when: ({ before, after }) => before.matches('accepting') && after.matches('writing'),
      holds: ({ before, after }) => expect(after.context.written).toEqual(before.context.written),
    },
    'who asks, into what and as what stands above what is typed': {
      when: ({ after }) => after.matches('writing') || after.matches('accepting'),
      holds: () => {
        expect(heading()).toBe('Join Analytical Engines')
        expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
          'Analytical Engines',
          'Ada Lovelace',
          'Administrator',
        ])
        expect(fieldAt('Email')).toMatchObject({ value: invited.email, readOnly: true })
      },
    },
    'what failed is told': {
      when: ({ event, after }) => /^xstate\.(error|after)/.test(event.type) && after.matches('writing'),
      holds: ({ after }) => expect(alertText()).toContain(`Could not accept the invitation: ${after.context.problem?.message}`),
    },
    'who is a member elsewhere is told how to go on': {
      when: ({ after }) => after.matches('writing'),
      holds: ({ after }) =>
        expect(alertText()?.includes('Ask Ada Lovelace to invite a different email.') ?? false).toBe(
          after.context.problem?.code === 'invitation/elsewhere',
        ),
    },
    'what the server says of the password stands at it': {
      when: ({ after }) => after.matches('writing') && asksPassword(after),
      holds: ({ event, after }) => {
        const isTold = after.context.problem?.errors !== undefined
        expect(faultAtField('Password')).toBe(isTold ? 'Password what /password must be' : '')
        if (isTold && event.type.startsWith('xstate.error')) expect(document.activeElement).toBe(fieldAt('Password'))
      },
    },
    'a page that is done keeps no password': {
      when: ({ after }) => after.matches('accepted') || after.matches('ended'),
      holds: ({ after }) => expect(after.context).toMatchObject({ written: { password: '' }, isPasswordShown: false }),
    },
    'a password is asked for unless single sign-on is required': {
      when: ({ after }) => after.matches('writing'),
      holds: ({ after }) => expect(screen.queryByLabelText('Password') !== null).toBe(asksPassword(after)),
    },
    'only the server ends an invitation': {
      when: ({ after }) => after.matches('ended'),
      holds: ({ event }) => expect(event.type).toMatch(/^xstate\.error\.actor\./),
    },
    'a password is shown only to whom asks for it': {
      when: ({ event }) => event.type === 'user.toggledPassword',
      holds: ({ before }) => {
        expect(before.context.isPasswordShown).toBe(false)
        expect(fieldAt('Password').type).toBe('text')
      },
    },
  },
}

describe('an invitation', () => {
  verifyShape(invitationMachine)
  verifyEveryEdge(invitationMachine, fixture)
})

it('accepts without the blanks around the names', async () => {
  const asked: Acceptance[] = []
  const machine = invitationMachine.provide({
    actors: {
      lookAtInvitation: fromPromise<OpenInvitation, { token: string }>(() => Promise.resolve(invited)),
      acceptInvitation: fromPromise<void, Acceptance>(async ({ input }) => {
        asked.push(input)
      }),
    },
  })
  const clock = new SimulatedClock()
  const actor = createActor(machine, { clock, input: { token } }).start()
  await pass(clock, 0)
  for (const field of order)
    actor.send({ type: 'user.wrote', field, text: field === 'password' ? fitting : ` ${member[field]} ` })
  actor.send({ type: 'user.submitted' })
  expect(asked).toEqual([{ token, ...member }])
})

function writes(field: InvitationField, text: string) {
  const gesture = write(text, labels[field])
  const says = field === 'password' ? `write a password that ${text === fitting ? 'fits' : 'lacks a number'}` : gesture.says
  // Where single sign-on is required no password is asked for.
  const behind = (snapshot: InvitationSnapshot) => field === 'password' && !asksPassword(snapshot)
  return { ...gesture, says, behind, event: { type: 'user.wrote', field, text } as const }
}

/** From the top to the bottom, so that the orders of the fields are one. */
function fills(field: InvitationField) {
  const above = order.slice(0, order.indexOf(field))
  return {
    ...writes(field, member[field]),
    when: ({ context: { written, invitation } }: InvitationSnapshot) =>
      (field !== 'password' || invitation?.signIn === 'password') &&
      written[field] !== member[field] &&
      above.every((each) => written[each] === member[each]),
  }
}

function sees(button: string, isBusy: boolean, { context }: InvitationSnapshot) {
  seesForm('Accept the invitation', button, isBusy)
  for (const field of order)
    if (field !== 'password' || context.invitation?.signIn === 'password')
      expect(fieldAt(labels[field]).value).toBe(context.written[field])
}
