import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { SsoState } from '#contract/auth/sso/sso.ts'
import { type SsoConnectionSnapshot, ssoConnectionMachine } from '#src/machines/settings/sso/sso-connection.machine.ts'
import { SsoConnectionCard } from '#src/views/settings/sso/SsoConnectionCard.tsx'
import { choose, press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, bug, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const at = '2026-11-25T08:00:00.000Z'
const empty: SsoState = {
  value: {
    provider: 'SAML',
    saml: { idpUrl: '', entityId: '', certificate: '' },
    oidc: { clientId: '', clientSecret: { set: false, last4: '' }, discoveryUrl: '', managesEmails: false },
    oauth2: {
      ...{ authorizationUrl: '', tokenUrl: '', userInfoUrl: '', clientId: '' },
      ...{ clientSecret: { set: false, last4: '' }, scope: '', idField: 'sub', managesEmails: false },
    },
    breakGlass: [],
  },
  ...{ revision: 0, status: 'off', saved: { at: null, by: null }, lastTest: null, unverifiedAt: null, administrators: [] },
  serviceProvider: {
    ...{ redirectUrl: 'https://crane.test/oauth-success/1', entityId: 'https://crane.test/sso/1' },
    ...{ acsUrl: 'https://crane.test/api/auth/sso/saml/1', certificate: null },
  },
  certificates: [],
}
const oidc = {
  clientId: 'crane',
  clientSecret: { set: true, last4: 'abcd' },
  discoveryUrl: 'https://idp.test',
  managesEmails: false,
}
const serviceProvider = { ...empty.serviceProvider, certificate: 'PEM' }
const complete: SsoState = { ...empty, revision: 1, serviceProvider, value: { ...empty.value, provider: 'OIDC', oidc } }
const lastTest = {
  at,
  by: 'Ann Lee',
  passed: true,
  decision: 'Would be signed in.',
  attributes: [
    { name: 'email', value: 'ann@acme.test' },
    { name: 'email_verified', value: 'true' },
  ],
}
const tested: SsoState = { ...complete, status: 'tested', lastTest }
const on: SsoState = { ...tested, status: 'optional' }
const refusing: SsoState = { ...on, unverifiedAt: at }
const named: SsoState = { ...on, value: { ...on.value, breakGlass: ['0b7a3c51-0000-4000-8000-000000000001'] } }
const required: SsoState = { ...named, status: 'enforced' }

const chooses = (provider: 'SAML' | 'OIDC') => ({
  ...choose(provider, 'Provider'),
  event: { type: 'user.changed', change: { provider } } as const,
  when: ({ context }: SsoConnectionSnapshot) => (context.changes.provider ?? context.state?.value.provider) !== provider,
})

const fixture: Fixture<typeof ssoConnectionMachine> = {
  view: (actor) => <SsoConnectionCard actor={actor} />,
  inputs: { nothing: { kept: null } },
  answers: {
    readState: {
      asks: undefined,
      answers: {
        nothing: empty,
        'one that is complete': complete,
        'one that was tested': tested,
        'one that is on': on,
        'one that refuses first sign-ins': refusing,
        'one with somebody for an emergency': named,
        'one that is required': required,
      },
      problems: { 'the net is down': offline },
    },
    prove: {
      asks: ({ context: { plan } }) => ({ request: plan }),
      answers: { 'it is done': { result: tested }, 'it was cancelled': null },
      problems: { 'a bug': bug },
    },
    download: { asks: undefined, answers: { 'it was handed over': undefined }, problems: { 'the net is down': offline } },
    startTest: { asks: undefined, answers: { 'the page leaves': undefined }, problems: { 'the net is down': offline } },
  },
  drivers: {
    'user.reloaded': press('Retry'),
    'user.changed': [chooses('SAML'), chooses('OIDC')],
    'user.discarded': press('Discard'),
    'user.saved': press('Save single sign-on'),
    'user.switchedOn': press('Switch on single sign-on'),
    'user.switchedOff': press('Switch off single sign-on'),
    'user.required': press('Require single sign-on'),
    'user.allowedPasswords': press('Allow passwords again'),
    'user.tested': press('Test connection'),
    'user.downloaded': press('Download metadata'),
  },
  parts: [
    'Email addresses',
    'Identity provider settings',
    'Save single sign-on',
    'Switch on single sign-on',
    'Switch off single sign-on',
    'Require single sign-on',
    'Allow passwords again',
    'Emergency administrators',
  ],
  assertions: {
    loading: () => {},
    failed: () => expect(alertText()).not.toBeNull(),
    showing: ({ context: { state, changes } }) => {
      expect(screen.queryByText('Test passed') !== null).toBe(state?.lastTest?.passed === true)
      expect(screen.queryByText('First sign-ins are rejected.') !== null).toBe(
        state?.unverifiedAt != null && changes.provider !== 'SAML',
      )
      expect(screen.queryByText('Off') !== null).toBe(state?.status === 'off')
    },
    proving: () => screen.getByRole('dialog'),
    starting: () => screen.getByRole('button', { name: 'Opening the provider…' }),
    downloading: () => {},
    leaving: () => screen.getByRole('button', { name: 'Opening the provider…' }),
  },
  delays: { leaveLimit: 20_000 },
  project: ({ state, changes, plan, problem }) => ({
    ...{
      status: state?.status ?? 'none',
      named: state?.value.breakGlass.length ?? 0,
      provider: state?.value.provider ?? 'none',
      refuses: state?.unverifiedAt != null,
      change: changes.provider ?? 'none',
    },
    ...{ plan: plan?.type ?? 'none', told: problem?.code ?? false },
  }),
  invariants: {
    'nothing is required without somebody for an emergency': {
      when: ({ before, event }) => event.type === 'user.required' && before.matches('showing'),
      holds: ({ before }: { readonly before: SsoConnectionSnapshot }) =>
        expect(before.context.state?.value.breakGlass).not.toEqual([]),
    },
    'what is not saved is not tested': {
      when: ({ after }) => after.matches('starting'),
      holds: ({ after }: { readonly after: SsoConnectionSnapshot }) => expect(after.context.changes).toEqual({}),
    },
    'nothing is switched on that was not tested': {
      when: ({ before, event }) => event.type === 'user.switchedOn' && before.matches('showing'),
      holds: ({ before }: { readonly before: SsoConnectionSnapshot }) => expect(before.context.state?.status).toBe('tested'),
    },
  },
}

describe('the identity provider of a company', () => {
  verifyShape(ssoConnectionMachine)
  verifyEveryEdge(ssoConnectionMachine, fixture)
})
