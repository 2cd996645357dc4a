import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { recoveryCodesMachine } from '#src/machines/account/security/recovery-codes.machine.ts'
import { RecoveryCodes } from '#src/views/account/security/RecoveryCodes.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'

const codes = [
  { code: 'k7mq2-x9tfa', usedAt: null },
  { code: 'aaaaa-bbbbb', usedAt: '2026-11-24T10:00:00.000Z' },
]

const fixture: Fixture<typeof recoveryCodesMachine> = {
  view: (actor) => <RecoveryCodes actor={actor} />,
  inputs: { 'new codes': { codes, areNew: true }, 'codes of before': { codes, areNew: false } },
  answers: {},
  drivers: {
    'user.copied': press('Copy'),
    'user.downloaded': press('Download'),
    'user.printed': press('Print'),
    'user.turnedStored': {
      says: 'turn "I have stored them"',
      find: () => screen.queryByRole('checkbox', { name: 'I have stored them' }),
      use: (box, user) => user.click(box),
    },
    'user.finished': press('Done'),
  },
  assertions: {
    showing: () => {
      expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['k7mq2-x9tfa', 'aaaaa-bbbbb used'])
      expect(screen.getAllByRole('deletion').map((item) => item.textContent)).toEqual(['aaaaa-bbbbb'])
    },
    finished: () => expect(screen.queryByRole('group')).toBeNull(),
  },
  delays: {},
  project: ({ areNew, areStored }) => ({ areNew, areStored }),
  invariants: {
    'new codes are left only by who has stored them': {
      when: ({ after }) => after.matches('finished'),
      holds: ({ after: { context } }) => expect(context.areNew && !context.areStored).toBe(false),
    },
  },
}

describe('recovery codes', () => {
  verifyShape(recoveryCodesMachine)
  verifyEveryEdge(recoveryCodesMachine, fixture)
})
