// @vitest-environment happy-dom
import { act, render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createActor } from 'xstate'

import { ChartPanel } from '#src/inspector/ChartPanel.tsx'
import { createRecorder } from '#src/inspector/recorder.ts'
import { listMachine } from '#src/machines/kit/list.machine.ts'

it('lists the states of a chart that could not be laid out', async () => {
  const recorder = createRecorder()
  createActor(listMachine, { input: { query: {} }, inspect: recorder.record }).start()
  await Promise.resolve()
  const [actor] = recorder.getView()
  const entry = actor?.entries[0]
  if (actor === undefined || entry === undefined) throw new Error('the list was not recorded')
  const broken = { layout: () => Promise.reject(new Error('no worker here')) }
  await act(async () => {
    render(<ChartPanel actor={actor} entry={entry} elk={() => broken} />)
  })
  const chart = within(await screen.findByRole('region', { name: 'Chart of list' }))
  expect(await chart.findByText(/could not be laid out/)).not.toBeNull()
  const lit = chart.getAllByRole('listitem').filter((item) => item.getAttribute('aria-current') === 'true')
  expect(lit.map(({ textContent }) => textContent)).toEqual(['list', 'list.loading'])
})
