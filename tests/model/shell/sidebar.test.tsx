import { screen, within } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { sidebarMachine } from '#src/machines/shell/sidebar.machine.ts'
import { MenuButton } from '#src/views/shell/Header.tsx'
import { groupsFor } from '#src/views/shell/menu.ts'
import { Sidebar } from '#src/views/shell/Sidebar.tsx'
import { isReachable, press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { verifyShape } from '../kit/shape.ts'

const entries = [
  'Dashboard',
  'Integration Setup',
  'Integration Engine',
  'Connector Library',
  'Your Marketplace',
  'Account',
  'Connections',
  'FAQ',
  'Help Center',
  'System Settings',
  'Admin Console',
  'Inspector',
  'Outbox',
  'Support Requests',
]

const fixture: Fixture<typeof sidebarMachine> = {
  view: (actor) => (
    <>
      <MenuButton actor={actor} />
      <Sidebar actor={actor} groups={groupsFor('SUPER_ADMIN')} company={{ logo: null, company: 'Example' }} />
    </>
  ),
  inputs: {
    'a wide screen': { isExpanded: true, isSlim: false },
    'a wide screen where it was left collapsed': { isExpanded: false, isSlim: false },
    'a slim screen': { isExpanded: true, isSlim: true },
    'a slim screen where it was left collapsed': { isExpanded: false, isSlim: true },
  },
  answers: {
    watchWidth: {
      asks: undefined,
      says: {
        'the window grew': { type: 'browser.widened' },
        'the window shrank': { type: 'browser.narrowed' },
      },
      // Its failure moves nothing: the menu stays as it is.
      problems: {},
      isLasting: true,
    },
    keepChoice: {
      asks: ({ context }) => ({ isExpanded: context.isExpanded }),
      problems: {},
      says: {},
    },
  },
  drivers: {
    'user.toggled': {
      says: 'press the button of the menu',
      find: () => screen.queryAllByRole('button', { name: /^(Collapse|Expand|Open) menu$/ }).find(isReachable) ?? null,
      use: (control, user) => user.click(control),
    },
    'user.left': press('Close menu'),
  },
  assertions: {
    opening: 'passing',
    'wide.returning': 'passing',
    'wide.expanded': () => {
      expect(linksIn(screen.getByRole('navigation', { name: 'Main' }))).toEqual(['Datacrane', ...entries])
      expect(isSeen('Help Center')).toBe(true)
    },
    'wide.collapsed': () => {
      // The words give way to icons, and stay the names of the links.
      expect(linksIn(screen.getByRole('navigation', { name: 'Main' }))).toEqual(['Datacrane', ...entries])
      expect(screen.getByRole('link', { name: 'Help Center' }).title).toBe('Help Center')
    },
    'slim.closed': () => expect(screen.queryByRole('navigation')).toBeNull(),
    'slim.open': () => {
      expect(linksIn(screen.getByRole('dialog', { name: 'Main' }))).toEqual(['Datacrane', ...entries])
      expect(isSeen('Help Center')).toBe(true)
    },
  },
  delays: {},
  project: ({ isExpanded }) => ({ wanted: isExpanded }),
  exits: ['Datacrane', ...entries],
  invariants: {
    'what a person chose beside the page is there again after a slim screen': {
      when: ({ before, event }) => before.matches('slim') && event.type === 'browser.widened',
      holds: ({ before, after }) =>
        expect(after.matches({ wide: before.context.isExpanded ? 'expanded' : 'collapsed' })).toBe(true),
    },
    'a drawer changes nothing of what is kept': {
      when: ({ before, after }) => before.matches('slim') && after.matches('slim'),
      holds: ({ before, after }) => expect(after.context).toEqual(before.context),
    },
    'a press beside the page changes what is kept': {
      when: ({ before, event }) => before.matches('wide') && event.type === 'user.toggled',
      holds: ({ before, after }) => expect(after.context.isExpanded).toBe(!before.context.isExpanded),
    },
  },
}

describe('a sidebar', () => {
  verifyShape(sidebarMachine)
  verifyEveryEdge(sidebarMachine, fixture)
})

function linksIn(place: HTMLElement) {
  return within(place)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
}

/** Whether a link's words take room; a collapsed menu says them by a title. */
function isSeen(name: string) {
  return screen.getByRole<HTMLAnchorElement>('link', { name }).title === ''
}
