// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { KeyFields } from '#src/views/builder/systems/KeyFields.tsx'

afterEach(cleanup)

const source: SourceConfig = { type: 'http', url: 'https://shop.example.com/orders', keyFields: ['id'] }

it('hands on the fields that identify a record, and none where nothing is written', () => {
  const told: SourceConfig[] = []
  render(<KeyFields source={source} isWritable onChange={(it) => told.push(it)} />)
  const field = screen.getByLabelText<HTMLInputElement>('Key fields (optional)')
  expect(field.value).toBe('id')
  fireEvent.change(field, { target: { value: 'tenant, id' } })
  fireEvent.change(field, { target: { value: '' } })
  expect(told).toEqual([
    { ...source, keyFields: ['tenant', 'id'] },
    { type: 'http', url: source.url },
  ])
})

it('is not asked of a database, which has key columns', () => {
  render(<KeyFields source={{ type: 'database' }} isWritable onChange={() => {}} />)
  expect(screen.queryByLabelText('Key fields (optional)')).toBeNull()
})
