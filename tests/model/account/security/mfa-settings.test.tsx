import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { MfaSettings } from '#contract/auth/mfa.ts'
import { type MfaSettingsSnapshot, mfaSettingsMachine } from '#src/machines/account/security/mfa-settings.machine.ts'
import { MfaCard } from '#src/views/account/security/MfaCard.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, bug, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const off: MfaSettings = {
  ...{ enabled: false, method: null, enabledAt: null, lastUsedAt: null },
  ...{ recoveryCodesLeft: 0, recoveryCodesTotal: 0, pending: null, allowedMethods: ['app', 'email', 'sms'] },
}
const on: MfaSettings = {
  ...{ enabled: true, method: 'app', enabledAt: '2026-02-14T08:00:00.000Z', lastUsedAt: '2026-11-24T08:52:00.000Z' },
  ...{ recoveryCodesLeft: 3, recoveryCodesTotal: 10, pending: null, allowedMethods: ['app', 'email', 'sms'] },
}
const codes = [{ code: 'k7mq2-x9tfa', usedAt: null }]

const fixture: Fixture<typeof mfaSettingsMachine> = {
  view: (actor) => <MfaCard actor={actor} />,
  inputs: { nothing: undefined },
  answers: {
    readSettings: {
      asks: undefined,
      answers: { 'it is off': off, 'it is on': on, 'a setup was begun': { ...off, pending: 'email' } },
      problems: { 'the net is down': offline },
    },
    setUp: {
      asks: undefined,
      answers: { 'it is on': { isEnabled: true }, 'it was left': { isEnabled: false } },
      problems: { 'a bug': bug },
    },
    prove: {
      asks: ({ context }) => ({ request: context.action }),
      answers: { 'it is done': { result: codes }, 'it was cancelled': null },
      problems: { 'a bug': bug },
    },
    showCodes: {
      asks: ({ context }) => ({ codes, areNew: context.action === 'generate' }),
      answers: { 'they were read': undefined },
      problems: { 'a bug': bug },
    },
  },
  drivers: {
    'user.retried': press('Retry'),
    'user.enabled': press('Enable MFA'),
    'user.planned': [
      { ...press('View Recovery Codes'), event: { type: 'user.planned', action: 'view' } },
      { ...press('Generate New Codes'), event: { type: 'user.planned', action: 'generate' } },
      { ...press('Disable MFA'), event: { type: 'user.planned', action: 'disable' } },
    ],
  },
  parts: ['Recovery codes', 'View Recovery Codes', 'Generate New Codes', 'Disable MFA', 'Enable MFA'],
  assertions: {
    loading: () => {},
    failed: () => expect(alertText()).not.toBeNull(),
    showing: ({ context: { settings } }) => {
      screen.getByText(settings?.enabled ? 'Enabled' : 'Disabled')
      if (settings?.enabled) screen.getByText('3 of 10 codes left. Each code works once.')
      expect(document.body.textContent?.includes('You started a setup with Email')).toBe(settings?.pending === 'email')
    },
    settingUp: () => screen.getByRole('dialog', { name: 'Enable MFA' }),
    proving: ({ context: { action } }) => screen.getByRole('dialog', { name: titles[action ?? 'view'] }),
    storing: () => screen.getByRole('dialog', { name: 'Recovery codes' }),
  },
  delays: {},
  project: ({ settings, action, codes: shown, problem }) => ({
    ...{ isOn: settings?.enabled ?? 'unknown', pending: settings?.pending ?? false, action: action ?? 'none' },
    ...{ hasCodes: shown.length > 0, told: problem?.code ?? false },
  }),
  invariants: {
    'no recovery code stays behind': {
      when: ({ after }) => after.matches('showing') || after.matches('loading') || after.matches('failed'),
      holds: ({ after }: { readonly after: MfaSettingsSnapshot }) => expect(after.context.codes).toEqual([]),
    },
    'codes are shown only to who has proved it': {
      when: ({ before, after }) => !before.matches('storing') && after.matches('storing'),
      holds: ({ event }) => expect(event.type).toBe('xstate.done.actor.prove'),
    },
  },
}

const titles = { view: 'View Recovery Codes', generate: 'Generate New Codes', disable: 'Disable MFA' }

describe('the settings of the second factor', () => {
  verifyShape(mfaSettingsMachine)
  verifyEveryEdge(mfaSettingsMachine, fixture)
})
