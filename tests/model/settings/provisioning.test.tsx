import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { Provisioning } from '#contract/settings/scim/provisioning.ts'
import { type ProvisioningSnapshot, provisioningMachine } from '#src/machines/settings/provisioning.machine.ts'
import { ProvisioningCard } from '#src/views/settings/security/ProvisioningCard.tsx'
import { choose, press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, bug, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const at = '2026-11-25T08:00:00.000Z'
const none: Provisioning = { baseUrl: 'https://datacrane.example.test/scim/v2', token: null, people: 0, groups: [] }
const group = { id: '0b7a3c51-0000-4000-8000-000000000001', name: 'Data team', members: 3, role: null }
const token = { start: 'dcs_01234567', createdAt: at, createdBy: 'Ann Lee', isCreatorGone: false, lastUsedFrom: '192.0.2.7' }
const used: Provisioning = { ...none, token: { ...token, previousUntil: at, lastUsedAt: at }, people: 12, groups: [group] }
const secret = `dcs_${'0'.repeat(64)}`

const fixture: Fixture<typeof provisioningMachine> = {
  view: (actor) => <ProvisioningCard actor={actor} />,
  inputs: { nothing: undefined },
  answers: {
    readProvisioning: {
      asks: undefined,
      answers: { 'there is no token': none, 'it is in use': used },
      problems: { 'the net is down': offline },
    },
    prove: {
      asks: ({ context }) => ({ request: context.plan }),
      answers: {
        'a token was made': { result: { provisioning: used, secret } },
        'it was done': { result: { provisioning: none, secret: null } },
        'it was cancelled': null,
      },
      problems: { 'a bug': bug },
    },
    copySecret: {
      asks: ({ context }) => ({ secret: context.secret ?? '' }),
      answers: { 'it was copied': true, 'it was not': false },
      problems: { 'a bug': bug },
    },
  },
  drivers: {
    'user.retried': press('Retry'),
    'user.madeToken': press(/^(Create|Replace) token$/),
    'user.revoked': press('Revoke token'),
    'user.choseRole': {
      ...choose('Administrator', 'Role of Data team'),
      event: { type: 'user.choseRole', id: group.id, name: group.name, role: 'ADMIN' },
    },
    'user.copied': press('Copy'),
    'user.dismissed': press('Done'),
  },
  parts: ['Create token', 'Replace token', 'Revoke token', 'Role of Data team'],
  assertions: {
    loading: () => {},
    failed: () => expect(alertText()).not.toBeNull(),
    showing: ({ context: { data, secret: shown, isByHand } }) => {
      const text = document.body.textContent ?? ''
      expect(text.includes('No token yet. No identity provider has access.')).toBe(data?.token === null)
      expect(text.includes('Starts with dcs_01234567')).toBe(data?.token !== null)
      expect(text.includes('12 members are connected.')).toBe(data?.people === 12)
      expect(screen.queryByDisplayValue(secret) !== null).toBe(shown !== null)
      expect(text.includes('Select the token')).toBe(isByHand)
    },
    proving: ({ context: { plan, data } }) => {
      const made = data?.token === null ? 'Create token' : 'Replace token'
      screen.getByRole('dialog', {
        name: { token: made, revoke: 'Revoke token', role: 'Role of Data team' }[plan?.kind ?? 'token'],
      })
    },
    copying: () => {},
  },
  delays: {},
  project: ({ data, plan, secret: shown, isByHand, problem }) => ({
    ...{ token: data?.token?.start ?? 'none', groups: data?.groups.length ?? 0, plan: plan?.kind ?? 'none' },
    ...{ isShown: shown !== null, isByHand, told: problem?.code ?? false },
  }),
  invariants: {
    'a token that is shown is not replaced before it is put away': {
      when: ({ after }) => after.matches('proving') && after.context.plan?.kind !== 'role',
      holds: ({ after }: { readonly after: ProvisioningSnapshot }) => expect(after.context.secret).toBeNull(),
    },
  },
}

describe('provisioning by SCIM', () => {
  verifyShape(provisioningMachine)
  verifyEveryEdge(provisioningMachine, fixture)
})
