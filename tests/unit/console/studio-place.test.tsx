// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { type StudioTabName, useStudioPlace } from '../../../src/routes/studio/use-studio-place.ts'
import { Tabs } from '../../../src/views/parts/Tabs.tsx'
import { studioWords } from '../../../src/words/studio.ts'

beforeEach(() => history.replaceState(null, '', '/details/7/studio'))
afterEach(cleanup)

let place: ReturnType<typeof useStudioPlace>
function Reader() {
  place = useStudioPlace()
  return null
}

const at = (search: string) => {
  history.replaceState(null, '', `/details/7/studio${search}`)
  render(<Reader />)
  return place
}
const search = () => location.search
const choose = async (tab: StudioTabName) => {
  place.chooseTab(tab)
  await expect.poll(() => place.tab).toBe(tab)
}

describe('the place of the studio', () => {
  it('has nine tabs in the order of the specification', () => {
    expect(Object.values(studioWords.tabs)).toEqual(
      'Universe, Investigator, Replay, Renderer, Config Editor, AI Insights, Health Score, Telemetry, Network Rules'.split(', '),
    )
  })

  it.each([
    ['', 'universe', '1d', { past: 86_400_000 }],
    ['?tab=replay&period=7d', 'replay', '7d', { past: 604_800_000 }],
    ['?tab=nothing&period=nothing', 'universe', '1d', { past: 86_400_000 }],
    ['?from=2026-11-01T00:00Z', 'universe', 'custom', { from: '2026-11-01T00:00Z', to: undefined }],
    ['?period=custom&to=2026-11-01T00:00Z', 'universe', 'custom', { from: undefined, to: '2026-11-01T00:00Z' }],
    ['?period=custom', 'universe', '1d', { past: 86_400_000 }],
    ['?period=6h&from=2026-11-01T00:00Z', 'universe', '6h', { past: 21_600_000 }],
  ])('reads %s', (address, tab, period, range) => {
    expect(at(address)).toMatchObject({ tab, period, range })
  })

  it('takes the time along to another tab and leaves there what belongs to the tab, until it is opened again', async () => {
    at('?tab=investigator&period=7d&q=4711&page=3')
    await choose('replay')
    expect(search()).toBe('?period=7d&tab=replay')
    place.choosePeriod('6h')
    await expect.poll(() => place.period).toBe('6h')
    await choose('investigator')
    const again = new URLSearchParams(search())
    expect(Object.fromEntries(again)).toEqual({ tab: 'investigator', period: '6h', q: '4711', page: '3' })
  })

  it('says nothing of what is as it always is at first', async () => {
    at('?tab=investigator&period=7d')
    place.choosePeriod('1d')
    await expect.poll(() => place.period).toBe('1d')
    await choose('universe')
    expect(search()).toBe('')
  })

  it('leaves the page and the open row of another time', async () => {
    at('?tab=investigator&q=4711&page=3&open=9')
    place.choosePeriod('7d')
    await expect.poll(() => place.period).toBe('7d')
    expect(Object.fromEntries(new URLSearchParams(search()))).toEqual({ tab: 'investigator', period: '7d', q: '4711' })
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
