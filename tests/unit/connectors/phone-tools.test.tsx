// @vitest-environment happy-dom
/** What the head of the list of connectors does, on a narrow screen. */
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'

import { overviewMachine } from '#src/machines/connectors/list/overview.machine.ts'
import { PhoneTools } from '#src/views/connectors/list/phone/PhoneTools.tsx'
import { orders, pageOf, plainQuery } from '../../model/connectors/list/overviews.ts'

afterEach(cleanup)

it('sorts the list, turns its order, and chooses all', async () => {
  const machine = overviewMachine.provide({
    actors: { readWindow: fromPromise(async () => pageOf([orders])), joinPlace: fromCallback(() => {}) },
  })
  const actor = createActor(machine, { input: { query: plainQuery } }).start()
  const asked = () => {
    const { sort, direction } = actor.getSnapshot().context.query
    return [sort, direction]
  }
  let chosen = 0
  const choice = {
    ...{ isChosen: () => false, isOpen: true, isFull: false, count: 0, onTurn: () => {}, onNone: () => {} },
    onAll: () => {
      chosen += 1
    },
  }
  const user = userEvent.setup()
  render(<PhoneTools actor={actor} choice={choice} />)
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by', hidden: true }), 'Last run')
  expect(asked()).toEqual(['lastRun', 'descending'])
  await user.click(screen.getByRole('button', { name: 'Descending. Press for ascending.', hidden: true }))
  expect(asked()).toEqual(['lastRun', 'ascending'])
  await user.click(screen.getByRole('button', { name: 'Select all', hidden: true }))
  expect(chosen).toBe(1)
})
