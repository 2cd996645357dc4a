import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { SsoDomain } from '#contract/auth/sso/sso-domains.ts'
import { type SsoDomainsSnapshot, ssoDomainsMachine } from '#src/machines/settings/sso/sso-domains.machine.ts'
import { SsoDomainsCard } from '#src/views/settings/sso/SsoDomainsCard.tsx'
import { press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, bug, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const at = '2026-11-25T08:00:00.000Z'
const id = '0b7a3c51-0000-4000-8000-000000000001'
const open: SsoDomain = {
  ...{ id, domain: 'acme.example', record: 'datacrane-verification=abc', addedAt: at },
  ...{ checkedAt: at, outcome: 'no-records', verifiedAt: null },
}
const proved: SsoDomain = { ...open, outcome: 'found', verifiedAt: at }

const writes = (domain: string) => ({
  ...write(domain, 'Domain'),
  event: { type: 'user.wroteDomain', domain } as const,
  when: ({ context }: SsoDomainsSnapshot) => context.domain !== domain,
})

const fixture: Fixture<typeof ssoDomainsMachine> = {
  view: (actor) => <SsoDomainsCard actor={actor} />,
  inputs: { nothing: undefined },
  answers: {
    readDomains: {
      asks: undefined,
      answers: { none: [], 'one that is not proved': [open], 'one that is proved': [proved] },
      problems: { 'the net is down': offline },
    },
    checkDomain: {
      asks: ({ context: { checked } }) => ({ id: checked ?? '' }),
      answers: { 'it is proved': [proved], 'it is not': [open] },
      problems: { 'the net is down': offline },
    },
    prove: {
      asks: ({ context: { plan } }) => ({ request: plan }),
      answers: { 'it is done': { result: [] }, 'it was cancelled': null },
      problems: { 'a bug': bug },
    },
  },
  drivers: {
    'user.retried': press('Retry'),
    'user.wroteDomain': [writes('acme.example'), writes('gmail.com')],
    'user.added': press('Add domain'),
    'user.checked': { ...press('Check record: acme.example'), event: { type: 'user.checked', id } },
    'user.removed': { ...press('Remove: acme.example'), event: { type: 'user.removed', id, domain: 'acme.example' } },
  },
  parts: ['Add email domain', 'Remove email domain'],
  assertions: {
    loading: () => {},
    failed: () => expect(alertText()).not.toBeNull(),
    showing: ({ context: { domains } }) => {
      const [first] = domains
      const record = screen.queryByRole('region', { name: 'TXT record for acme.example' })
      expect(record?.textContent).toBe(first?.verifiedAt === null ? open.record : undefined)
      expect(screen.queryByText('Verified') !== null).toBe(first?.verifiedAt === at)
    },
    checking: () => {},
    proving: ({ context: { plan } }) =>
      screen.getByRole('dialog', { name: plan?.type === 'add' ? 'Add email domain' : 'Remove email domain' }),
  },
  delays: {},
  project: ({ domains, domain, checked, plan, problem }) => ({
    ...{ domains: domains.map((it) => it.verifiedAt !== null).join() || 'none', domain, checked: checked !== null },
    ...{ plan: plan?.type ?? 'none', told: problem?.code ?? false },
  }),
  invariants: {
    'no domain that belongs to everybody is added': {
      when: ({ after }) => after.matches('proving') && after.context.plan?.type === 'add',
      holds: ({ after }: { readonly after: SsoDomainsSnapshot }) => expect(after.context.plan?.domain).toBe('acme.example'),
    },
  },
}

describe('the email domains of single sign-on', () => {
  verifyShape(ssoDomainsMachine)
  verifyEveryEdge(ssoDomainsMachine, fixture)
})
