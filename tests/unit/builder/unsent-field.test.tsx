// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'

import type { DestinationConfig } from '#contract/connectors/config/config.ts'
import { SideForm } from '#src/views/builder/systems/SideForm.tsx'

afterEach(cleanup)

const config: DestinationConfig = { type: 'http', url: 'https://shop.example.com/orders', requestMethod: 'POST' }

it('says what becomes of records that could not be sent, sent first by default, and hands a choice on', async () => {
  const told: DestinationConfig[] = []
  render(<SideForm side="destination" config={config} isWritable onChange={(it) => told.push(it)} />)
  const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Unsent records' })
  expect(field.value).toBe('sendFirst')
  screen.getByText(/These records are not read again/)
  await userEvent.selectOptions(field, 'They stay failed until you retry them')
  expect(told).toEqual([{ ...config, unsent: 'leave' }])
})

it('is asked of destinations only', () => {
  render(<SideForm side="source" config={config} isWritable onChange={() => {}} />)
  expect(screen.queryByText('Unsent records')).toBeNull()
})

it('sends only changes as the schedule has it by default, and hands a choice on', async () => {
  const told: DestinationConfig[] = []
  render(<SideForm side="destination" config={{ ...config, onlyChanged: true }} isWritable onChange={(it) => told.push(it)} />)
  const field = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Send only changes' })
  expect(field.value).toBe('yes')
  await userEvent.selectOptions(field, 'No: send all records of every run')
  await userEvent.selectOptions(field, 'Default: yes for schedules over POST or PATCH, otherwise no')
  expect(told).toEqual([{ ...config, onlyChanged: false }, config])
})
