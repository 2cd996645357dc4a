import { screen, within } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { MfaMethod } from '#contract/auth/mfa.ts'
import { type MfaWizardSnapshot, mfaWizardMachine } from '#src/machines/account/security/mfa-wizard.machine.ts'
import { MfaWizard } from '#src/views/account/security/MfaWizard.tsx'
import { pick, press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { bug } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const until = '2026-11-25T12:00:00.000Z'
const app = {
  method: 'app',
  qrCode: 'data:image/png;base64,AAAA',
  secret: 'ABCD2345',
  target: null,
  isKept: false,
  lifetime: 900_000,
  until,
} as const
const email = {
  method: 'email',
  qrCode: null,
  secret: null,
  target: 'a•••@example.test',
  isKept: false,
  lifetime: 600_000,
  until,
} as const
const phoneNeeded = 'Please add and verify a phone number first'
const codes = ['k7mq2-x9tfa', 'aaaaa-bbbbb']

const fixture: Fixture<typeof mfaWizardMachine> = {
  view: (actor) => <MfaWizard actor={actor} />,
  inputs: { 'a press on Enable MFA': undefined },
  answers: {
    prove: {
      asks: ({ context }) => ({ request: context.method }),
      answers: {
        'a setup with an app': { result: app },
        'a setup by email': { result: email },
        'a phone is missing': { result: { phoneNeeded } },
        'it was cancelled': null,
      },
      problems: { 'a bug': bug },
    },
    enterCode: {
      asks: ({ context: { setup } }) => ({
        ...{ subject: setup?.method ?? '', isSent: setup?.target !== null, lifetime: setup?.lifetime ?? 0, until },
      }),
      answers: { 'the code was right': { result: codes } },
      problems: { 'a bug': bug },
    },
    showCodes: {
      asks: { codes: codes.map((code) => ({ code, usedAt: null })), areNew: true },
      answers: { 'they are stored': undefined },
      problems: { 'a bug': bug },
    },
  },
  drivers: {
    'user.choseMethod': [picks('Authenticator app', 'app'), picks('SMS', 'sms'), picks('Email', 'email')],
    'user.continued': press('Next'),
    'user.wentBack': press('Back'),
    'user.copiedSecret': press('Copy secret'),
    'user.left': press('Cancel setup'),
  },
  exits: ['Add a phone number'],
  parts: ['Recovery codes', 'Verification code', 'Confirm your identity'],
  assertions: {
    choosing: ({ context }) => {
      expect(step()).toBe('Choose Method')
      expect(screen.queryByText(phoneNeeded) !== null).toBe(context.phoneNeeded !== null)
      expect(screen.queryByRole('link', { name: 'Add a phone number' }) !== null).toBe(context.phoneNeeded !== null)
    },
    proving: () => screen.getByRole('dialog', { name: 'Confirm your identity' }),
    verifying: ({ context: { setup } }) => {
      expect(step()).toBe('Verify')
      expect(screen.queryByRole('img', { name: /QR code/ }) !== null).toBe(setup?.qrCode !== null)
      if (setup?.target != null) expect(document.body.textContent).toContain(`sent to ${setup.target}`)
    },
    storing: () => {
      expect(step()).toBe('Recovery Codes')
      screen.getByRole('group', { name: 'Recovery codes' })
    },
    left: () => expect(screen.queryByRole('dialog')).toBeNull(),
  },
  delays: {},
  project: ({ method, setup, phoneNeeded: needed, isEnabled, problem }) => ({
    ...{ method, setup: setup?.method ?? 'none', needsPhone: needed !== null, isEnabled, told: problem?.code ?? false },
  }),
  invariants: {
    'it is on only by a code that the server found right': {
      when: ({ before, after }) => !before.context.isEnabled && after.context.isEnabled,
      holds: ({ event }) => expect(event.type).toBe('xstate.done.actor.enterCode'),
    },
    'it says at its end whether it is on': {
      when: ({ after }) => after.status === 'done',
      holds: ({ after }) => expect(after.output).toEqual({ isEnabled: after.context.isEnabled }),
    },
    'a secret is gone once it was left or used': {
      when: ({ after }) => !after.matches('verifying'),
      holds: ({ after }: { readonly after: MfaWizardSnapshot }) => expect(after.context.setup).toBeNull(),
    },
  },
}

function picks(name: string, method: MfaMethod) {
  return {
    ...pick(name),
    event: { type: 'user.choseMethod', method } as const,
    when: ({ context }: MfaWizardSnapshot) => context.method !== method,
  }
}

const step = () =>
  within(screen.getByRole('list', { name: 'Steps' }))
    .getAllByRole('listitem')
    .find((item) => item.getAttribute('aria-current') === 'step')?.textContent

describe('the wizard of a second factor', () => {
  verifyShape(mfaWizardMachine)
  verifyEveryEdge(mfaWizardMachine, fixture)
})
