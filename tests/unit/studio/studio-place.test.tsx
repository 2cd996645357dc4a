// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Actor, createActor } from 'xstate'

import { selectPeriod, selectQuestion } from '#src/machines/analytics/time-filter.machine.ts'
import { liveRangeMachine, rangeHere } from '#src/services/analytics/time-filter.actors.ts'
import { Tabs } from '#src/views/kit/controls/Tabs.tsx'
import { studioMessages } from '#src/views/studio/studio.messages.ts'
import { type StudioTabName, useStudioPlace } from '#src/views/studio/use-studio-place.ts'

beforeEach(() => history.replaceState(null, '', '/details/7/studio'))
afterEach(cleanup)

let place: ReturnType<typeof useStudioPlace>
function Reader() {
  place = useStudioPlace()
  return null
}

const filters: Actor<typeof liveRangeMachine>[] = []
afterEach(() => filters.splice(0).map((filter) => filter.stop()))

/** The studio at an address, with its filter by time beside it. */
function at(search: string) {
  history.replaceState(null, '', `/details/7/studio${search}`)
  render(<Reader />)
  const filter = createActor(liveRangeMachine, { input: rangeHere('1d') }).start()
  filters.push(filter)
  return filter
}
const search = () => location.search
const choose = async (tab: StudioTabName) => {
  place.chooseTab(tab)
  await expect.poll(() => place.tab).toBe(tab)
}
const day = 86_400_000

describe('the place of the studio', () => {
  it('has nine tabs in the order of the specification', () => {
    expect(Object.values(studioMessages.tabs)).toEqual(
      'Universe, Investigator, Replay, Renderer, Config Editor, AI Insights, Health Score, Telemetry, Network Rules'.split(', '),
    )
  })

  it.each([
    ['', 'universe', '1d', { kind: 'past', span: day }],
    ['?tab=replay&period=7d', 'replay', '7d', { kind: 'past', span: 7 * day }],
    ['?tab=nothing&period=nothing', 'universe', '1d', { kind: 'past', span: day }],
    ['?period=custom&from=2026-11-01T00:00Z&to=2026-11-02T00:00Z', 'universe', 'custom', { kind: 'between' }],
    ['?period=custom&from=yesterday', 'universe', 'custom', { kind: 'past', span: day }],
    ['?period=6h&by=count&environment=moon', 'universe', '6h', { kind: 'past', span: day / 4 }],
  ])('reads %s', (address, tab, period, range) => {
    const filter = at(address)
    expect(place.tab).toBe(tab)
    expect(selectPeriod(filter.getSnapshot())).toBe(period)
    expect(selectQuestion(filter.getSnapshot()).range).toMatchObject(range)
  })

  it('takes the time along to another tab and leaves there what belongs to the tab, until it is opened again', async () => {
    const filter = at('?tab=investigator&period=7d&q=4711&by=name')
    await choose('replay')
    expect(search()).toBe('?period=7d&tab=replay')
    filter.send({ type: 'user.chosePeriod', period: '6h' })
    await choose('investigator')
    const again = new URLSearchParams(search())
    expect(Object.fromEntries(again)).toEqual({ tab: 'investigator', period: '6h', q: '4711', by: 'name' })
  })

  it('says nothing of what is as it always is at first', async () => {
    const filter = at('?tab=investigator&period=7d')
    filter.send({ type: 'user.chosePeriod', period: '1d' })
    await choose('universe')
    expect(search()).toBe('')
  })

  it('leaves the page and the open row of another time, and nothing else', () => {
    const filter = at('?tab=investigator&q=4711&by=name&page=3&open=9')
    filter.send({ type: 'user.chosePeriod', period: '7d' })
    const after = Object.fromEntries(new URLSearchParams(search()))
    expect(after).toEqual({ tab: 'investigator', period: '7d', q: '4711', by: 'name' })
  })

  it('follows the address back to the time before', async () => {
    const filter = at('?tab=investigator&period=7d')
    history.pushState(null, '', '/details/7/studio?tab=investigator&period=6h')
    dispatchEvent(new Event('popstate'))
    await expect.poll(() => selectPeriod(filter.getSnapshot())).toBe('6h')
  })

  it('can be gone back from', async () => {
    at('?tab=investigator&q=4711')
    const before = history.length
    await choose('replay')
    expect(history.length).toBe(before + 1)
  })
})

const names = { reader: 'Reader', writer: 'Writer' } as const

function TwoTabs() {
  const [chosen, choose] = useState<keyof typeof names>('writer')
  const writer = <textarea aria-label="Text" />
  return (
    <Tabs label="Two" tabs={names} chosen={chosen} onChoose={choose} behind={{ writer }}>
      {chosen === 'writer' ? writer : <p>Nothing to write here</p>}
    </Tabs>
  )
}

it('keeps what is being written in a tab behind the others, where nobody meets it', async () => {
  const user = userEvent.setup()
  render(<TwoTabs />)
  const box = screen.getByLabelText('Text')
  await user.type(box, 'half a line')
  await user.click(screen.getByRole('tab', { name: 'Reader' }))
  screen.getByText('Nothing to write here')
  expect(box.isConnected && box.closest('[inert]') !== null).toBe(true)
  await user.click(screen.getByRole('tab', { name: 'Writer' }))
  expect(screen.getByLabelText('Text')).toBe(box)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('half a line')
  expect(box.closest('[inert]')).toBeNull()
})
