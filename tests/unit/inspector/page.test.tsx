// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import ELK from 'elkjs/lib/elk.bundled.js'
import { Suspense } from 'react'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import { type Follower, pageFollower } from '#src/inspector/follower.ts'
import { InspectorPage } from '#src/inspector/InspectorPage.tsx'
import type { Elk } from '#src/inspector/layout.ts'
import { createRecorder } from '#src/inspector/recorder.ts'
import type { Tab } from '#src/inspector/tab.ts'
import type { SessionState } from '#src/machines/auth/sign-in/session.events.ts'
import { sessionMachine } from '#src/machines/auth/sign-in/session.machine.ts'
import { listMachine } from '#src/machines/kit/list.machine.ts'
import { pass } from '../../model/kit/clock.ts'
import { ada } from '../../model/kit/samples/people.ts'

const broken: Elk = { layout: () => Promise.reject(new Error('no worker here')) }

afterEach(() => {
  cleanup()
  history.replaceState(null, '', '/')
})

async function open(elk: () => Elk = () => new ELK(), follower: Follower = pageFollower) {
  const recorder = createRecorder()
  const clock = new SimulatedClock()
  // Its own copy of the chart: layouts are kept by chart.
  const machine = sessionMachine.provide({
    actors: {
      restoreSession: fromPromise(() => Promise.resolve<SessionState | null>(null)),
      watchBrowser: fromCallback(() => {}),
    },
  })
  const actor = createActor(machine, { clock, inspect: recorder.record }).start()
  await pass(clock, 0)
  actor.send({ type: 'user.wroteEmail', email: ada.email })
  actor.send({ type: 'user.wrotePassword', password: 'canary-7f3a' })
  await pass(clock, 0)
  history.replaceState(null, '', '/inspector')
  await act(async () => {
    render(
      <Suspense fallback={null}>
        <InspectorPage recorder={recorder} follower={follower} elk={elk} />
      </Suspense>,
    )
  })
  return { actor, clock, user: userEvent.setup() }
}

it('shows who runs, the chart with its state lit, and what happened, without the secret', async () => {
  await open()
  const tree = within(await screen.findByRole('navigation', { name: 'Actors' }))
  expect(tree.getByRole('link', { name: /^session / }).getAttribute('aria-current')).toBe('true')
  const inner = within(tree.getByRole('link', { name: /^session / }).closest('li') ?? document.body)
  expect(inner.getByRole('link', { name: /^watchBrowser / })).not.toBeNull()
  expect(tree.getByRole('list', { name: 'Finished work (1)' }).textContent).toMatch(/restoreSession.*done/)

  const chart = within(screen.getByRole('region', { name: 'Chart of session' }))
  expect(chart.getByRole('status', { name: 'State' }).textContent).toBe('signedOut')
  expect(await chart.findByLabelText('state signedOut, active')).not.toBeNull()
  expect(chart.getByLabelText('state checking')).not.toBeNull()
  expect(chart.queryByLabelText('state checking, active')).toBeNull()

  const events = within(screen.getByRole('region', { name: 'Events of session' }))
  expect(events.getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/^[\d:.]+/, ''))).toEqual([
    'user.wrotePassword',
    'user.wroteEmail',
    'xstate.done.actor.restoreSession',
    'xstate.init',
  ])
  expect(events.getByLabelText('Payload').textContent).toContain('"password": "••••••"')
  expect(events.getByLabelText('Snapshot').textContent).toContain(ada.email)
  expect(document.body.textContent).not.toContain('canary-7f3a')
})

it('goes back to a chosen event, and then follows the newest again', async () => {
  const { user, actor, clock } = await open()
  const events = within(await screen.findByRole('region', { name: 'Events of session' }))
  await user.click(events.getByRole('link', { name: /xstate\.init/ }))
  expect(location.search).toMatch(/entry=1$/)
  const chart = within(screen.getByRole('region', { name: 'Chart of session' }))
  expect(chart.getByRole('status', { name: 'State' }).textContent).toBe('checking')
  expect(await chart.findByLabelText('state checking, active')).not.toBeNull()

  actor.send({ type: 'user.wroteEmail', email: 'bob@demo.test' })
  await pass(clock, 0)
  expect(chart.getByRole('status', { name: 'State' }).textContent, 'a chosen event stays chosen').toBe('checking')

  await user.click(events.getByRole('link', { name: 'Follow the newest' }))
  expect((await screen.findByLabelText('Snapshot')).textContent).toContain('bob@demo.test')
  expect(chart.getByRole('status', { name: 'State' }).textContent).toBe('signedOut')
})

it('says of an actor without a chart what it is, and shows its events', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('link', { name: /^watchBrowser / }))
  const chart = within(screen.getByRole('region', { name: 'Chart of watchBrowser' }))
  expect(chart.getByText(/has no chart/)).not.toBeNull()
  expect(screen.getByRole('region', { name: 'Events of watchBrowser' })).not.toBeNull()
})

it('is walked with the keyboard alone', async () => {
  const { user } = await open()
  await screen.findByRole('navigation', { name: 'Actors' })
  await user.tab()
  expect(document.activeElement?.textContent).toMatch(/^session /)
  await user.tab()
  expect(document.activeElement?.textContent).toMatch(/^watchBrowser /)
  await user.keyboard('{Enter}')
  expect(screen.getByRole('region', { name: 'Events of watchBrowser' })).not.toBeNull()
})

it('groups actors by tab, and shows one of another tab by its chart alone', async () => {
  const elsewhere = createRecorder()
  // Nobody fills its port: it fails.
  createActor(listMachine, { input: { query: {} }, inspect: elsewhere.record }).start()
  await Promise.resolve()
  const place = { title: 'Shop orders to CRM', path: '/details/7' }
  const tabs: readonly Tab[] = [
    { ...place, id: 'a', state: 'live', actors: elsewhere.getView() },
    { ...place, id: 'b', state: 'gone', actors: elsewhere.getView().map((it) => ({ ...it, status: 'ended with the tab' })) },
  ]
  const { user } = await open(undefined, { subscribe: () => () => {}, getView: () => tabs })
  const region = (name: string) => within(screen.getByRole('region', { name }))
  await screen.findByRole('navigation', { name: 'Actors' })
  expect(region('This tab').getByRole('link', { name: /^session / })).not.toBeNull()
  expect(region('This tab').queryByRole('link', { name: /^list / })).toBeNull()
  const ended = region('Tab: Shop orders to CRM – /details/7 (ended)')
  expect(ended.getByRole('list', { name: 'Ended (1)' }).textContent).toMatch(/^list .*ended with the tab$/)

  const list = region('Tab: Shop orders to CRM – /details/7').getByRole('link', { name: /^list / })
  await act(async () => list.click())
  expect(await screen.findByLabelText('state failed, active')).not.toBeNull()
  await user.click(region('Events of list').getByRole('link', { name: /xstate\.init/ }))
  expect(await screen.findByLabelText('state loading, active')).not.toBeNull()
  expect(
    screen.getAllByRole('link').filter((it) => it.getAttribute('aria-current') === 'true' && it.closest('nav')),
  ).toHaveLength(1)
})

it('says plainly that there is nothing yet', () => {
  history.replaceState(null, '', '/inspector')
  render(<InspectorPage recorder={createRecorder()} elk={() => broken} />)
  expect(screen.getByText('No actors yet')).not.toBeNull()
})
