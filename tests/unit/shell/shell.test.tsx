// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createActor, type EventObject, fromCallback, fromPromise } from 'xstate'

import type { Role } from '#contract/kit/endpoint.ts'
import type { Maintenance } from '#contract/settings/maintenance.ts'
import { maintenanceMachine } from '#src/machines/shell/maintenance.machine.ts'
import { type Call, watchCalls } from '#src/services/shell/palette.service.ts'
import { ErrorBoundary } from '#src/views/kit/feedback/ErrorBoundary.tsx'
import { menuTitles } from '#src/views/kit/menu.messages.ts'
import { groupsFor } from '#src/views/shell/menu.ts'
import { MaintenanceGate } from '#src/views/shell/pages/MaintenanceGate.tsx'

afterEach(cleanup)

describe('the menu', () => {
  const said = (role: Role) =>
    groupsFor(role).map(({ title, entries }) => [title ?? '', ...entries.map(({ path }) => `${path} ${menuTitles[path]}`)])
  const main = [
    '',
    '/dashboard Dashboard',
    '/integration-setup Integration Setup',
    '/integration-engine Integration Engine',
    '/connector-library Connector Library',
    '/your-marketplace Your Marketplace',
    '/account Account',
    '/connections Connections',
  ]
  const support = ['SUPPORT', '/faq FAQ', '/help-center Help Center', '/system-settings System Settings']
  const admin = ['ADMIN', '/admin Admin Console']
  const foot = ['', '/help-center Help Center', '/faq FAQ']
  const operator = ['OPERATOR', '/inspector Inspector', '/outbox Outbox', '/support-requests Support Requests']

  it('has the groups of each role, under the names of the specification', () => {
    expect(said('USER')).toEqual([main, foot])
    expect(said('ADMIN')).toEqual([main, [...admin, '/system-settings System Settings'], foot])
    expect(said('SUPER_ADMIN')).toEqual([main, support, admin, operator])
  })
})

describe('where a page broke', () => {
  const reload = vi.fn()

  it('says so, tries again, and draws the page once it can', async () => {
    const fault = { now: new Error('The value has no length.') as Error | null }
    const Page = () => {
      if (fault.now) throw fault.now
      return <p>The page</p>
    }
    quietly(() =>
      render(
        <ErrorBoundary onReload={reload}>
          <Page />
        </ErrorBoundary>,
      ),
    )
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong')
    screen.getByText('The value has no length.')
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Try Again', 'Reload', 'Go Home'])
    screen.getByRole('button', { name: 'Reload' }).click()
    expect(reload).toHaveBeenCalledOnce()
    fault.now = null
    act(() => screen.getByRole('button', { name: 'Try Again' }).click())
    screen.getByText('The page')
  })

  it('leaves the page to the rest when a part of it did not come', () => {
    const Part = () => {
      throw new TypeError('Failed to fetch dynamically imported module: /assets/part.js')
    }
    quietly(() =>
      render(
        <>
          <p>The rest</p>
          <ErrorBoundary isPart onReload={reload}>
            <Part />
          </ErrorBoundary>
        </>,
      ),
    )
    screen.getByText('The rest')
    screen.getByRole('heading', { level: 2, name: 'Something went wrong' })
    screen.getByText('This part of the page could not be loaded. Datacrane does not respond.')
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Retry'])
  })

  it.each(['Maximum update depth exceeded.', 'Minified React error #185; visit https://react.dev/errors/185'])(
    'hints at an endless update: %s',
    (words) => {
      const Page = () => {
        throw new Error(words)
      }
      quietly(() =>
        render(
          <ErrorBoundary onReload={reload}>
            <Page />
          </ErrorBoundary>,
        ),
      )
      screen.getByText('This page kept updating in a loop. Reload it to try again.')
    },
  )
})

describe('the gate of maintenance', () => {
  const open = async (answer: Maintenance, isAdministrator: boolean) => {
    const said = { now: answer }
    const readMaintenance = fromPromise<Maintenance, void>(async () => said.now)
    const watchFront = fromCallback<EventObject, void>(() => {})
    const actor = createActor(maintenanceMachine.provide({ actors: { readMaintenance, watchFront } })).start()
    await act(async () => {
      render(
        <MaintenanceGate actor={actor} isAdministrator={isAdministrator}>
          {(banner) => (
            <>
              {banner}
              <h1 tabIndex={-1}>The page</h1>
              <input aria-label="What is typed" />
            </>
          )}
        </MaintenanceGate>,
      )
    })
    const say = async (now: Maintenance) => {
      said.now = now
      await act(async () => actor.send({ type: 'user.retried' }))
    }
    return { isReached: () => screen.queryByRole('textbox') !== null, say }
  }
  const on = { on: true, message: 'Until noon', planned: null }

  it('is open while there is none', async () => {
    const { isReached } = await open({ on: false, message: '', planned: null }, false)
    expect([isReached(), screen.queryByText('Until noon')]).toEqual([true, null])
  })

  it('is open to administrators, who read of it', async () => {
    const { isReached } = await open(on, true)
    await screen.findByText('Until noon')
    expect(isReached()).toBe(true)
    expect(screen.queryByRole('heading', { name: 'Datacrane is in maintenance' })).toBeNull()
  })

  it('is open before a maintenance that is planned, and everybody reads of it', async () => {
    const planned = { from: '2026-11-28T22:00:00.000Z', until: '2026-11-28T23:30:00.000Z', message: 'New disks' }
    const { isReached } = await open({ on: false, message: '', planned }, false)
    const banner = (await screen.findByText('New disks', { exact: false })).closest('[role=status]')
    expect(banner?.textContent).toContain('Maintenance is planned')
    expect(Array.from(banner?.querySelectorAll('time') ?? [], (it) => it.dateTime)).toEqual([planned.from, planned.until])
    expect(isReached()).toBe(true)
  })

  it('is shut to everybody else, and keeps what stood behind it', async () => {
    const { isReached } = await open(on, false)
    await screen.findByRole('heading', { name: 'Datacrane is in maintenance' })
    expect(screen.getByRole('blockquote').textContent).toBe('Until noon')
    expect(isReached()).toBe(false)
    expect(screen.getByLabelText('What is typed').closest('[inert]')).not.toBeNull()
  })

  const off = { on: false, message: '', planned: null }

  it('hears no key of the palette while it is shut', async () => {
    const calls: Call[] = []
    const stop = watchCalls((call) => calls.push(call))
    const press = () => {
      dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
      dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))
    }
    const { say } = await open(on, false)
    await screen.findByRole('heading', { name: 'Datacrane is in maintenance' })
    press()
    expect(calls).toEqual([])
    await say(off)
    press()
    expect(calls).toEqual(['search', 'keys'])
    stop()
  })

  it.each(['What is typed', null])('gives the focus back to what had it: %s', async (label) => {
    const { say } = await open(off, false)
    if (label !== null) act(() => screen.getByLabelText(label).focus())
    await say(on)
    await screen.findByRole('heading', { name: 'Datacrane is in maintenance' })
    expect(document.activeElement?.textContent).toBe('Datacrane is in maintenance')
    await say(off)
    const heading = screen.getByRole('heading', { name: 'The page' })
    expect(document.activeElement).toBe(label === null ? heading : screen.getByLabelText(label))
  })

  it('says so in the title of the window, whatever pages behind it do, and gives theirs back', async () => {
    document.title = 'One · Datacrane'
    const { say } = await open(on, false)
    await screen.findByRole('heading', { name: 'Datacrane is in maintenance' })
    expect(document.title).toBe('Maintenance · Datacrane')
    document.title = 'Two · Datacrane'
    await expect.poll(() => document.title).toBe('Maintenance · Datacrane')
    await say(off)
    expect(document.title).toBe('Two · Datacrane')
  })
})

/** React tells the console of every error that a boundary caught. */
function quietly(draw: () => void): void {
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  draw()
  told.mockRestore()
}
