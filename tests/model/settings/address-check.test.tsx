import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect } from 'vitest'

import { addressCheckMachine } from '#src/machines/settings/address-check.machine.ts'
import { AddressCheckCard } from '#src/views/settings/ip-whitelist/AddressCheckCard.tsx'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, fieldAt, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const address = '203.0.113.7'
const check = { address, isOwn: false, entryId: null }

const asks = { event: { type: 'user.requested', change: { address } } } as const

async function typeAndEnter(_: HTMLElement, user: UserEvent): Promise<void> {
  const field = screen.getByRole('textbox', { name: 'Address to check' })
  await user.clear(field)
  await user.type(field, `${address}{Enter}`)
}

const fixture: Fixture<typeof addressCheckMachine> = {
  view: (actor) => <AddressCheckCard actor={actor} />,
  inputs: { nothing: { address: '' } },
  answers: {
    send: {
      asks: { address },
      answers: { 'it is let in': { ...check, isAllowed: true }, 'it is refused': { ...check, isAllowed: false } },
      problems: { 'the net is down': offline },
    },
  },
  drivers: {
    'user.requested': [
      { ...asks, says: `check ${address}`, find: () => screen.queryByRole('button', { name: 'Check' }), use: typeAndEnter },
      {
        ...asks,
        says: `type ${address}`,
        find: () => screen.queryByRole('textbox', { name: 'Address to check' }),
        use: typeAndEnter,
      },
    ],
    'user.cancelled': {
      says: 'stop checking',
      find: () => screen.queryByRole('button', { name: 'Stop' }),
      use: (button, user) => user.click(button),
    },
  },
  assertions: {
    idle: ({ context: { response, problem } }) => {
      const said = response && (response.isAllowed ? `${address} is allowed.` : `${address} is blocked.`)
      expect(screen.getByRole('status').textContent).toBe(said ?? '')
      expect(alertText() === null).toBe(problem === null)
    },
    sending: () => screen.getByRole('button', { name: 'Stop' }),
  },
  delays: {},
  project: ({ request, response, problem }) => ({
    ...request,
    isAllowed: response?.isAllowed ?? null,
    told: problem?.code ?? null,
  }),
  invariants: {
    'what was written stays': {
      when: ({ after }) => after.context.request.address !== '',
      holds: () => expect(fieldAt('Address to check').value).toBe(address),
    },
  },
}

describe('an address that is checked', () => {
  verifyShape(addressCheckMachine)
  verifyEveryEdge(addressCheckMachine, fixture)
})
