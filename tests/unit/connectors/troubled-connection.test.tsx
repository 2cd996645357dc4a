// @vitest-environment happy-dom
/** What the page of a connector says of a connection that is off, refused or ended, and to whom it names it. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { TroubledConnection } from '#src/views/connectors/details/head/ConnectorBanner.tsx'

afterEach(cleanup)

const ended = { id: 'shop', name: 'Shop', state: 'ended', since: '2026-11-30T08:00:00.000Z', isSeen: true } as const

it('leads to the connection whose access has ended, to reconnect it', () => {
  render(<TroubledConnection connection={ended} heldEvents={0} />)
  expect(screen.getByText('Access with the connection “Shop” has ended.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Reconnect' }).getAttribute('href')).toBe('/connections/shop')
})

it.each([
  ['ended', 'Access with a connection of this connector has ended.'],
  ['off', 'A connection of this connector is off.'],
  ['failing', 'The last request with a connection of this connector failed.'],
] as const)('does not name one that is %s and not shared with the reader', (state, fact) => {
  render(<TroubledConnection connection={{ ...ended, state, name: null, isSeen: false }} heldEvents={0} />)
  expect(screen.getByText(fact)).toBeDefined()
  expect(screen.queryByRole('link')).toBeNull()
})
